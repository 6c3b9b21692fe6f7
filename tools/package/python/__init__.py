# SPDX-License-Identifier: MIT
"""halfwarp, a GPU without the GPU, as a Python package: the command and CUDA's libraries for programs of any kind.

    python -m halfwarp run script.py        the script under halfwarp, by this Python
    python -m halfwarp run -- pytest tests  any program
    python -m halfwarp --help               all that the command does"""
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
COMMAND = FOLDER / "bin" / "halfwarp"
