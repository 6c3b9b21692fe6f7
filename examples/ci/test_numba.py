# SPDX-License-Identifier: MIT
"""A first test of Numba on a machine without a GPU: a kernel written in Python."""
import numpy
from numba import cuda


@cuda.jit
def add_one(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += 1


def test_a_kernel():
    x = cuda.to_device(numpy.arange(1000, dtype=numpy.float32))
    add_one[4, 256](x)
    assert (x.copy_to_host() == numpy.arange(1000) + 1).all()
