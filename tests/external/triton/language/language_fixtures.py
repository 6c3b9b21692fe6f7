# SPDX-License-Identifier: MIT
"""A plugin of pytest: the fixtures that Triton's language tests take from a conftest.py above their folder."""

import pytest
import triton
from triton._internal_testing import _fresh_knobs_impl, default_alloc_fn


@pytest.fixture
def device():
    return "cuda"


@pytest.fixture
def fresh_triton_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path))
    yield str(tmp_path)


@pytest.fixture
def fresh_knobs():
    fresh, reset = _fresh_knobs_impl()
    try:
        yield fresh()
    finally:
        reset()


@pytest.fixture
def with_allocator():
    triton.set_allocator(default_alloc_fn)
    yield
