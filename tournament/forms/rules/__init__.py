"""The form for the rules, figure by figure."""
