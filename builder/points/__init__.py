"""The rules core: documents in, appraisals out. Standard library only; no I/O and no clock."""
