# SPDX-License-Identifier: MIT
"""NVIDIA's compilers as black boxes: CUDA C to PTX by NVRTC, PTX to cubins by ptxas."""
import ctypes
import subprocess


class Nvrtc:
    """The calls of the run-time compiler that make PTX."""

    def __init__(self, path):
        for builtins in sorted(path.resolve().parent.glob("libnvrtc-builtins.so*")):
            ctypes.CDLL(str(builtins), ctypes.RTLD_GLOBAL)
        self.library = ctypes.CDLL(str(path))

    def _text(self, size, get, program):
        count = ctypes.c_size_t()
        size(program, ctypes.byref(count))
        buffer = ctypes.create_string_buffer(count.value)
        get(program, buffer)
        return buffer.value.decode(errors="replace")

    def ptx(self, source, target, include):
        """The text, or a ValueError with the compiler's log."""
        options = [f"-arch=compute_{target[3:]}", "-default-device", "--std=c++17",
                   *(f"-I{folder}" for folder in include)]
        program = ctypes.c_void_p()
        values = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
        self.library.nvrtcCreateProgram(ctypes.byref(program), source.read_bytes(), source.name.encode(), 0, None, None)
        try:
            if self.library.nvrtcCompileProgram(program, len(options), values):
                raise ValueError(self._text(self.library.nvrtcGetProgramLogSize, self.library.nvrtcGetProgramLog,
                                            program))
            return self._text(self.library.nvrtcGetPTXSize, self.library.nvrtcGetPTX, program)
        finally:
            self.library.nvrtcDestroyProgram(ctypes.byref(program))


def compile_by(command):
    """Run a compiler; what it says if it fails, else None."""
    done = subprocess.run(command, capture_output=True, text=True)
    return (done.stderr or done.stdout or "it failed").strip() if done.returncode else None
