"""Measure the strength of the tests with mutants: ``mutate.py [--only PATTERN] [--floor PERCENT]``.

Each mutant is the program with one small fault in it. The tests that reach the fault run until one of
them fails, and the mutant is killed; where all pass it survives, and names a test that is missing.
"""

import runpy
import sys
from pathlib import Path

# In place of this folder, whose other scripts are no modules to be imported.
sys.path[0] = str(Path(__file__).resolve().parent.parent)
runpy.run_module("scripts.mutation", run_name="__main__", alter_sys=True)
