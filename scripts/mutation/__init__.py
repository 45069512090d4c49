"""The parts of ``scripts/mutate.py``: operators make mutants, a bench tries them, a report adds them up."""
