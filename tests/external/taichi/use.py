# SPDX-License-Identifier: MIT
"""A real use of Taichi, on CUDA and on the CPU in turn: heat that spreads over a plate, particles in a box that put
their mass on a grid (atomics), a sum and a maximum.  Prints what each came to; `run` compares."""
import sys

import numpy as np
import taichi as ti

ti.init(arch={"cuda": ti.cuda, "cpu": ti.cpu}[sys.argv[1]], device_memory_GB=1, log_level=ti.ERROR)
assert ti.lang.impl.current_cfg().arch == {"cuda": ti.cuda, "cpu": ti.cpu}[sys.argv[1]]
N, PARTICLES, STEPS = 96, 2000, 40

heat, spread = ti.field(ti.f32, (N, N)), ti.field(ti.f32, (N, N))
place, speed = ti.Vector.field(2, ti.f32, PARTICLES), ti.Vector.field(2, ti.f32, PARTICLES)
mass, total, most = ti.field(ti.i32, (N, N)), ti.field(ti.f64, ()), ti.field(ti.f32, ())


@ti.kernel
def begin():
    for i, j in heat:
        heat[i, j] = ti.exp(-((i - N / 3) ** 2 + (j - N / 2) ** 2) / 50.0)
    for p in place:
        place[p] = ti.Vector([(p * 37 % N) + 0.25, (p * 91 % N) + 0.75])
        speed[p] = ti.Vector([ti.cos(p * 0.1), ti.sin(p * 0.1)])


@ti.kernel
def diffuse():
    for i, j in spread:
        middle = heat[i, j]
        around = heat[max(i - 1, 0), j] + heat[min(i + 1, N - 1), j] + heat[i, max(j - 1, 0)] + heat[i, min(j + 1, N - 1)]
        spread[i, j] = middle + 0.2 * (around - 4 * middle)
    for i, j in heat:
        heat[i, j] = spread[i, j]


@ti.kernel
def move():
    for p in place:
        place[p] += 0.5 * speed[p]
        for axis in ti.static(range(2)):
            if place[p][axis] < 0 or place[p][axis] >= N:
                speed[p][axis] = -speed[p][axis]
                place[p][axis] = ti.math.clamp(place[p][axis], 0.0, N - 0.01)


@ti.kernel
def collect():
    for p in place:
        mass[ti.cast(place[p][0], ti.i32), ti.cast(place[p][1], ti.i32)] += 1
    for i, j in heat:
        total[None] += ti.cast(heat[i, j], ti.f64)
        ti.atomic_max(most[None], heat[i, j])


begin()
for _ in range(STEPS):
    diffuse()
    move()
collect()
np.savez(sys.argv[2], heat=heat.to_numpy(), mass=mass.to_numpy(), place=place.to_numpy(), total=total[None], most=most[None])
