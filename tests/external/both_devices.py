# SPDX-License-Identifier: MIT
"""What jax/cases.py and tensorflow/cases.py share: cases run on the device and on the CPU, and must agree."""

import sys
import time

import numpy as np

MOST = {"float64": 1e-9, "complex128": 1e-9, "float32": 3e-4, "complex64": 3e-4, "float16": 2e-2, "bfloat16": 3e-2}


def compare(found, expected, most_of_all=None):
    """Arrays agree within what their type allows, or within the one bound that is given; integers are the same."""
    assert len(found) == len(expected)
    for number, (one, other) in enumerate(zip(found, expected)):
        assert one.shape == other.shape and one.dtype == other.dtype, f"result {number}: {one.dtype}{one.shape}"
        most = most_of_all or MOST.get(str(one.dtype), 0)
        wide = "complex128" if one.dtype.kind == "c" else "float64"
        one, other = (one, other) if not most else (one.astype(wide), other.astype(wide))
        same = np.allclose(one, other, most, most, equal_nan=True) if most else (one == other).all()
        apart = "other numbers" if not most else f"{np.nanmax(np.abs(one - other)):.3g} apart"
        assert same, f"result {number}: {apart}"


def run_cases(cases, pair):
    """Each case by itself, those whose names have a word of the command line; `pair` gives a case's results on the
    device and on the CPU, and a bound for all or None."""
    failed, ran, begin = [], 0, time.monotonic()
    for name, function in cases.items():
        if len(sys.argv) > 1 and not any(word in name for word in sys.argv[1:]):
            continue
        ran += 1
        start = time.monotonic()
        try:
            compare(*pair(function))
            print(f"ok {name}, {time.monotonic() - start:.1f} s", flush=True)
        except Exception as error:
            failed.append(name)
            print(f"FAILED {name}: {type(error).__name__}: {str(error).strip()[:800]}", flush=True)
    print(f"{ran - len(failed)} of {ran} cases pass, {time.monotonic() - begin:.0f} s")
    sys.exit(1 if failed else 0)
