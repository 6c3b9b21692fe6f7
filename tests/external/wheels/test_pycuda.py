# SPDX-License-Identifier: MIT
"""PyCUDA: arrays, reductions and a module of PTX, against numpy.  Its SourceModule calls nvcc; without it those checks say so."""
import shutil

import numpy as np
import pycuda.autoinit
import pycuda.driver as cuda
from check import check, finish

PTX = b""".version 6.0
.target sm_61
.address_size 64
.visible .entry twice(.param .u64 p) { .reg .b32 t; .reg .b64 a, o; .reg .f32 v;
 ld.param.u64 a, [p]; mov.u32 t, %tid.x; mul.wide.u32 o, t, 4; add.s64 a, a, o; ld.global.f32 v, [a]; add.f32 v, v, v; st.global.f32 [a], v; ret; }
"""


@check
def device():
    return pycuda.autoinit.device.name()


@check
def ptx():
    x = np.arange(64, dtype=np.float32)
    there = cuda.to_device(x)
    cuda.module_from_buffer(PTX).get_function("twice")(there, block=(64, 1, 1))
    assert (cuda.from_device_like(there, x) == 2 * x).all()


@check
def streams_and_events():
    stream, begin, end = cuda.Stream(), cuda.Event(), cuda.Event()
    host = cuda.pagelocked_empty(1000, np.float32)
    host[:] = np.arange(1000)
    there, back = cuda.mem_alloc(4000), cuda.pagelocked_empty(1000, np.float32)
    begin.record(stream)
    cuda.memcpy_htod_async(there, host, stream)
    cuda.memcpy_dtoh_async(back, there, stream)
    end.record(stream)
    stream.synchronize()
    assert (back == host).all() and end.time_since(begin) >= 0


@check
def arrays():
    if not shutil.which("nvcc"):
        return "not tried: PyCUDA compiles by nvcc, which is not here"
    from pycuda import gpuarray
    from pycuda.compiler import SourceModule
    from pycuda.curandom import XORWOWRandomNumberGenerator
    from pycuda.elementwise import ElementwiseKernel
    x = np.random.default_rng(0).standard_normal(1000).astype(np.float32)
    there = gpuarray.to_gpu(x)
    assert np.abs((there * 2 + 1).get() - (x * 2 + 1)).max() < 1e-6
    assert abs(gpuarray.sum(there).get() - x.sum()) < 1e-3 and gpuarray.max(there).get() == x.max()
    assert abs(gpuarray.dot(there, there).get() - x @ x) < 1e-2
    ElementwiseKernel("float *x", "x[i] = x[i] * x[i]", "square")(there)
    assert np.abs(there.get() - x * x).max() < 1e-6
    module = SourceModule("__global__ void add(float *x, float y) { x[threadIdx.x] += y; }")
    module.get_function("add")(there, np.float32(3), block=(256, 1, 1))
    assert np.abs(there.get()[:256] - (x * x + 3)[:256]).max() < 1e-6
    assert abs(XORWOWRandomNumberGenerator().gen_uniform(10000, np.float32).get().mean() - 0.5) < 0.02


finish()
