# SPDX-License-Identifier: MIT
"""A virtual X server for the programs that open a window even when they only test themselves.

The server chooses a free display and tells its number once it takes connections.  It must not begin anew when its
last client leaves, as it would by default: these programs look for a display, leave, and come back at once, when a
server in between takes nobody.
"""

import contextlib
import os
import subprocess


@contextlib.contextmanager
def virtual():
    """The name of a display of its own, with software rendering."""
    told, tells = os.pipe()
    with open(told) as number:
        server = subprocess.Popen(["Xvfb", "-displayfd", str(tells), "-noreset", "-screen", "0", "1024x768x24"],
                                  pass_fds=[tells], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(tells)
        try:
            yield ":" + number.readline().strip()
        finally:
            server.terminate()
            server.wait()
