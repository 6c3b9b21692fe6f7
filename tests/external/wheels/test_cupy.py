# SPDX-License-Identifier: MIT
"""CuPy: elementwise kernels, sorts, reductions, linear algebra, FFT, random numbers, a raw kernel, against numpy."""
import cupy
import numpy as np
from check import check, finish

numbers = np.random.default_rng(0)


def near(found, expected, most=1e-5):
    np.testing.assert_allclose(cupy.asnumpy(found), expected, rtol=most, atol=most)


@check
def arrays():
    a = numbers.standard_normal((40, 50)).astype(np.float32)
    g = cupy.asarray(a)
    near(cupy.sin(g) + g ** 2, np.sin(a) + a ** 2)
    near(g.sum(0), a.sum(0), 1e-4)
    near(cupy.sort(g, 1), np.sort(a, 1))
    near(g[g > 1], a[a > 1])
    near(cupy.cumsum(g, 1), np.cumsum(a, 1), 1e-4)
    near(cupy.unique((g * 3).astype("i")), np.unique((a * 3).astype("i")))
    near(cupy.histogram(g, 10)[0], np.histogram(a, 10)[0])


@check
def algebra():
    a = numbers.standard_normal((20, 20))
    b = a @ a.T + np.eye(20)
    near(cupy.linalg.cholesky(cupy.asarray(b)), np.linalg.cholesky(b), 1e-8)
    near(cupy.linalg.solve(cupy.asarray(b), cupy.asarray(a)), np.linalg.solve(b, a), 1e-6)
    near(cupy.linalg.eigvalsh(cupy.asarray(b)), np.linalg.eigvalsh(b), 1e-8)
    near(cupy.linalg.svd(cupy.asarray(a), compute_uv=False), np.linalg.svd(a, compute_uv=False), 1e-8)
    near(cupy.fft.fft2(cupy.asarray(a)), np.fft.fft2(a), 1e-8)


@check
def kernels():
    raw = cupy.RawKernel('extern "C" __global__ void twice(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; '
                         'if (i < n) x[i] *= 2; }', "twice")
    x = cupy.arange(100, dtype="f")
    raw((4,), (32,), (x, np.int32(100)))
    near(x, np.arange(100) * 2)
    near(cupy.ElementwiseKernel("T a, T b", "T c", "c = a > b ? a : b", "most")(x, cupy.full(100, 50, "f")), np.maximum(np.arange(100) * 2, 50))


@check
def random():
    x = cupy.random.default_rng(0).standard_normal(20000)
    assert abs(float(x.mean())) < 0.03 and abs(float(x.std()) - 1) < 0.03


finish()
