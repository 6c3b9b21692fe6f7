# SPDX-License-Identifier: MIT
"""cuDF: columns, groups, joins, sorts, strings, against pandas."""
import cudf
import numpy as np
import pandas
from check import check, finish

numbers = np.random.default_rng(0)
host = pandas.DataFrame({"k": numbers.integers(0, 10, 500), "x": numbers.standard_normal(500), "s": [f"name {i % 7}" for i in range(500)]})


@check
def columns():
    there = cudf.DataFrame(host)
    assert abs(there.x.sum() - host.x.sum()) < 1e-9
    pandas.testing.assert_frame_equal((there[["k", "x"]] * 2 + 1).to_pandas(), host[["k", "x"]] * 2 + 1)


@check
def groups():
    found = cudf.DataFrame(host).groupby("k").agg({"x": ["sum", "mean", "max"]}).sort_index().to_pandas()
    pandas.testing.assert_frame_equal(found, host.groupby("k").agg({"x": ["sum", "mean", "max"]}).sort_index(), check_dtype=False)


@check
def joins():
    other = pandas.DataFrame({"k": range(5), "y": range(5)})
    found = cudf.DataFrame(host).merge(cudf.DataFrame(other), on="k").sort_values(["k", "x"]).to_pandas().reset_index(drop=True)
    pandas.testing.assert_frame_equal(found, host.merge(other, on="k").sort_values(["k", "x"]).reset_index(drop=True), check_dtype=False)


@check
def strings():
    there = cudf.Series(host.s)
    assert (there.str.upper().to_pandas() == host.s.str.upper()).all()
    assert (there.str.contains("3").to_pandas() == host.s.str.contains("3")).all()


finish()
