"""What anybody can check: the commitment, the trace, the audit, the public document, a file's validity."""
