# SPDX-License-Identifier: MIT
"""A client of NVRTC and the driver API, without any package: what CuPy and its like do.

usage: nvrtc_program.py LIBRARY OPTION...   compile, load, launch; prints the sum that the kernel computes, and the file of
                                            the NVRTC that was loaded"""
import ctypes
import sys
from pathlib import Path

SOURCE = b"""
template <class T, int N> __global__ void sums(T *out, const T *in)
{
    __shared__ T part[N];
    part[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int half = N / 2; half; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (!threadIdx.x)
        *out = part[0];
}
"""
NAME = b"sums<int, 64>"


def check(status, what):
    if status:
        sys.exit(f"{what}: {status}")


def text_of(nvrtc, what, program):
    size = ctypes.c_size_t()
    check(getattr(nvrtc, f"nvrtcGet{what}Size")(program, ctypes.byref(size)), what)
    buffer = ctypes.create_string_buffer(max(size.value, 1))
    check(getattr(nvrtc, f"nvrtcGet{what}")(program, buffer), what)
    return buffer.raw[:size.value]


def compiled(nvrtc, options):
    """The code, PTX or a cubin, and the kernel's name in it."""
    program, lowered = ctypes.c_void_p(), ctypes.c_char_p()
    check(nvrtc.nvrtcCreateProgram(ctypes.byref(program), SOURCE, b"sums.cu", 0, None, None), "create")
    check(nvrtc.nvrtcAddNameExpression(program, NAME), "name")
    values = (ctypes.c_char_p * len(options))(*[option.encode() for option in options])
    status = nvrtc.nvrtcCompileProgram(program, len(options), values)
    check(status, text_of(nvrtc, "ProgramLog", program).decode())
    check(nvrtc.nvrtcGetLoweredName(program, NAME, ctypes.byref(lowered)), "lowered")
    name = lowered.value
    cubin = text_of(nvrtc, "CUBIN", program)
    code = cubin or text_of(nvrtc, "PTX", program)
    check(nvrtc.nvrtcDestroyProgram(ctypes.byref(program)), "destroy")
    return code, name


def launched(code, name):
    cuda, numbers = ctypes.CDLL("libcuda.so.1"), (ctypes.c_int * 64)(*range(64))
    context, module, kernel, out = (ctypes.c_void_p() for _ in range(4))
    into, result = ctypes.c_uint64(), ctypes.c_int()
    check(cuda.cuInit(0), "init")
    check(cuda.cuCtxCreate_v2(ctypes.byref(context), 0, 0), "context")
    check(cuda.cuModuleLoadData(ctypes.byref(module), code), "module")
    check(cuda.cuModuleGetFunction(ctypes.byref(kernel), module, name), "function")
    out = ctypes.c_uint64()
    check(cuda.cuMemAlloc_v2(ctypes.byref(out), ctypes.c_size_t(4)), "memory")
    check(cuda.cuMemAlloc_v2(ctypes.byref(into), ctypes.c_size_t(256)), "memory")
    check(cuda.cuMemcpyHtoD_v2(into, numbers, ctypes.c_size_t(256)), "copy")
    arguments = (ctypes.c_void_p * 2)(ctypes.addressof(out), ctypes.addressof(into))
    check(cuda.cuLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, None, arguments, None), "launch")
    check(cuda.cuMemcpyDtoH_v2(ctypes.byref(result), out, ctypes.c_size_t(4)), "copy back")
    return result.value


def main():
    nvrtc = ctypes.CDLL(sys.argv[1])
    for line in Path("/proc/self/maps").read_text().splitlines():
        if "libnvrtc" in line:
            print(line.split()[-1])
            break
    if len(sys.argv) > 2:
        print(launched(*compiled(nvrtc, sys.argv[2:])))


if __name__ == "__main__":
    main()
