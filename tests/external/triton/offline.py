# SPDX-License-Identifier: MIT
"""Triton's compiler on a machine without a GPU and without PyTorch, and its kernels under halfwarp.

Triton's kernels are in modules that import torch, for the functions around them; a stand-in is enough to read them."""
import subprocess
import sys
import types
from pathlib import Path


class Anything:
    """Whatever torch is asked for while a module is read; as a decorator it changes nothing."""
    def __getattr__(self, name):
        return Anything()

    def __call__(self, *arguments, **named):
        return arguments[0] if arguments and callable(arguments[0]) else Anything()


torch = types.ModuleType("torch")
torch.__getattr__ = lambda name: Anything()
torch.Tensor = type("Tensor", (), {})
torch.autograd = types.SimpleNamespace(Function=type("Function", (), {"apply": None}))
sys.modules["torch"] = torch

import numpy  # noqa: E402
import triton  # noqa: E402
from triton.backends.compiler import GPUTarget  # noqa: E402
from triton.compiler import ASTSource  # noqa: E402
from triton.compiler.compiler import AttrsDescriptor  # noqa: E402


class Driver:
    """What Triton asks the driver while it compiles."""
    def __init__(self, capability):
        self.target = GPUTarget("cuda", capability, 32)

    def get_current_target(self):
        return self.target


class Kernel:
    """A kernel for a target: its parameters with Triton's types ("*fp16", "i32"), and values of its constants."""
    def __init__(self, function, parameters, constants, capability, aligned=(), stages=2):
        while not isinstance(function, triton.JITFunction):  # without what chooses among configurations
            function = function.fn
        names = function.arg_names
        place = {name: names.index(name) for name in (*parameters, *constants)}
        self.parameters = {name: parameters[name] for name in sorted(parameters, key=place.get)}
        source = ASTSource(fn=function, signature={place[name]: kind for name, kind in self.parameters.items()},
                           constants={place[name]: value for name, value in constants.items()},
                           attrs=AttrsDescriptor(tuple(place[name] for name in aligned), ()))
        triton.runtime.driver.set_active(Driver(capability))
        made = triton.compile(source, target=GPUTarget("cuda", capability, 32),
                              options={"num_warps": 4, "num_stages": stages})
        self.cubin, self.name, self.shared = made.asm["cubin"], made.metadata.name, made.metadata.shared
        self.chip = f"sm_{capability}"

    def run(self, halfwarp, folder, grid, values, wanted):
        """Launch it with arrays and numbers by name; returns the arrays that are wanted."""
        folder = Path(folder)
        (folder / "cubin").write_bytes(self.cubin)
        command = [halfwarp, "run", folder / "cubin", "-k", self.name, "--chip", self.chip, "--block", "128",
                   "--grid", ",".join(map(str, grid)), "--shared", str(self.shared)]
        for name, kind in self.parameters.items():
            value = values[name]
            if kind[0] == "*":
                value.tofile(folder / name)
                command += ["--arg", f"buf:{name}={value.nbytes}:{folder / name}"]
            else:
                command += ["--arg", f"{ {'i32': 's32', 'fp32': 'f32'}[kind] }:{value}"]
        for name in wanted:
            command += ["--print", f"{name}={folder / name}.out"]
        subprocess.run(command, check=True)
        return [numpy.fromfile(folder / f"{name}.out", values[name].dtype).reshape(values[name].shape)
                for name in wanted]
