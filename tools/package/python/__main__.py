# SPDX-License-Identifier: MIT
"""The command, in place of this process; it runs scripts by the Python that this one is."""
import os
import sys

from halfwarp import COMMAND


def main():
    os.environ.setdefault("HALFWARP_PYTHON", sys.executable)
    os.execv(COMMAND, [str(COMMAND), *sys.argv[1:]])


if __name__ == "__main__":
    main()
