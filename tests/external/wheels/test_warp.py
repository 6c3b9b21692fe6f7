# SPDX-License-Identifier: MIT
"""warp-lang: a kernel on the GPU if it finds one.  Its library holds NVIDIA's static runtime and NVRTC."""
import numpy as np
import warp
from check import check, finish

warp.init()


@warp.kernel
def twice(x: warp.array(dtype=float)):
    i = warp.tid()
    x[i] = x[i] * 2.0


@check
def kernel():
    assert warp.is_cuda_available(), "Warp finds no GPU"
    x = warp.array(np.arange(100), dtype=float, device="cuda")
    warp.launch(twice, 100, [x], device="cuda")
    assert (x.numpy() == np.arange(100) * 2).all()


finish()
