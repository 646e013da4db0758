"""Everything that changes a championship: one function per act, which checks, gathers facts and applies them."""
