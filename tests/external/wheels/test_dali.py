# SPDX-License-Identifier: MIT
"""DALI: a pipeline of resize, crop, normalise and rotate on the GPU, against its CPU operators."""
import numpy as np
from check import check, finish
from nvidia.dali import fn, pipeline_def, types

images = [np.random.default_rng(i).integers(0, 255, (40, 60, 3), np.uint8) for i in range(4)]


@pipeline_def(batch_size=4, num_threads=1, device_id=0)
def steps(device):
    x = fn.external_source(lambda: images, batch=True)
    x = x.gpu() if device == "gpu" else x
    x = fn.resize(x, size=[32, 32])
    x = fn.crop_mirror_normalize(x, crop=[24, 24], mean=[127.0] * 3, std=[64.0] * 3, output_layout="CHW", dtype=types.FLOAT)
    return x


@check
def pipeline():
    results = []
    for device in ("cpu", "gpu"):
        made = steps(device)
        made.build()
        out = made.run()[0]
        results.append((out.as_cpu() if device == "gpu" else out).as_array())
    difference = np.abs(results[0] - results[1]).max()
    assert difference < 0.05, difference
    return f"{difference:.2g} apart"


finish()
