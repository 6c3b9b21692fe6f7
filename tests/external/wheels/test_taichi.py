# SPDX-License-Identifier: MIT
"""Taichi: heat that spreads, a sum and a maximum, on the GPU and on the CPU.  (tests/external/taichi has a larger program.)"""
import numpy as np
import taichi as ti
from check import check, finish


def spread(where):
    ti.init(arch=where, device_memory_GB=1, log_level=ti.ERROR)
    assert ti.lang.impl.current_cfg().arch == where
    heat, total, most = ti.field(ti.f32, (64, 64)), ti.field(ti.f64, ()), ti.field(ti.f32, ())

    @ti.kernel
    def begin():
        for i, j in heat:
            heat[i, j] = ti.exp(-((i - 20) ** 2 + (j - 30) ** 2) / 50.0)

    @ti.kernel
    def step():
        for i, j in heat:
            heat[i, j] = heat[i, j] * 0.9 + ti.sqrt(heat[i, j]) * 0.01

    @ti.kernel
    def collect():
        for i, j in heat:
            total[None] += ti.cast(heat[i, j], ti.f64)
            ti.atomic_max(most[None], heat[i, j])

    begin()
    for _ in range(20):
        step()
    collect()
    return heat.to_numpy(), total[None], most[None]


@check
def heat():
    found, expected = spread(ti.cuda), spread(ti.cpu)
    apart = max(float(np.abs(np.asarray(a) - b).max()) for a, b in zip(found, expected))
    assert apart < 1e-3, apart
    return f"{apart:.1g} apart"


finish()
