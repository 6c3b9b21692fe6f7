# SPDX-License-Identifier: MIT
"""Programs in Python without `.py`, as modules."""
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader


def load(path):
    """The program as a module, which finds what lies beside it; its main() is not run."""
    sys.path.insert(0, str(path.parent))
    loader = SourceFileLoader(path.name, str(path))
    module = module_from_spec(spec_from_loader(path.name, loader))
    sys.modules[path.name] = module  # dataclasses look for it
    loader.exec_module(module)
    return module
