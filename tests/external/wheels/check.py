# SPDX-License-Identifier: MIT
"""What the tests of wheels share: each check runs by itself, so that one that fails does not hide the others."""
import sys
import traceback

failed = []


def check(function):
    """Runs a check at once; prints what it returns, or where it stopped."""
    try:
        found = function()
        print(f"ok {function.__name__}" + (f": {found}" if found is not None else ""), flush=True)
    except Exception as error:
        failed.append(function.__name__)
        traceback.print_exc()
        print(f"FAILED {function.__name__}: {type(error).__name__}: {str(error).strip()[:300]}", flush=True)
    return function


def finish():
    sys.exit(1 if failed else 0)


def apart(found, expected):
    """How far two tensors are apart, relative to the largest number of the expected one."""
    found, expected = found.detach().cpu().double(), expected.detach().cpu().double()
    assert found.shape == expected.shape, (found.shape, expected.shape)
    return ((found - expected).abs().max() / expected.abs().max().clamp_min(1e-30)).item()


def close(found, expected, most=1e-4):
    """Two tensors, or the same of two trees of tensors, are apart by at most so much; returns by how much."""
    difference = apart(found, expected)
    assert difference <= most, f"{difference:.3g} apart, at most {most:.3g} expected"
    return f"{difference:.1g} apart"
