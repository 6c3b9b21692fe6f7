# SPDX-License-Identifier: MIT
"""A first test of CuPy on a machine without a GPU: the device against NumPy, and a kernel of one's own."""
import cupy
import numpy


def test_arithmetic():
    x = numpy.linspace(0, 1, 1000, dtype=numpy.float32)
    assert numpy.allclose(cupy.asnumpy(cupy.sqrt(cupy.asarray(x)) + 1), numpy.sqrt(x) + 1)


def test_a_kernel():
    twice = cupy.RawKernel('extern "C" __global__ void twice(float *x) { x[threadIdx.x] *= 2; }', "twice")
    x = cupy.arange(64, dtype=cupy.float32)
    twice((1,), (64,), (x,))
    assert (cupy.asnumpy(x) == 2 * numpy.arange(64)).all()
