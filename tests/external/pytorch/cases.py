# SPDX-License-Identifier: MIT
"""One process that runs cases of PyTorch's operator database as it is told.

It reads a line `NAME DTYPE` for each case (an operator's full name as formatted by the database) and writes a line of
JSON: the case, its result and why.  The first line that it writes is the list of all cases.

A case is an operator and a type.  It is what test_ops.py of PyTorch's own suite does as test_compare_cpu: each sample
input of the database, on the device and on the CPU, and the results compared with the tolerances of that test and of the
operator.  Cases that PyTorch's own lists skip for that test, or expect to fail, are no cases."""
import json
import os
import re
import sys
import time
import traceback
import unittest
import warnings

import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.common_utils import TestCase, set_default_dtype

DTYPES = {"float32": torch.float32, "float64": torch.float64, "int64": torch.int64, "complex64": torch.complex64}
TOLERANCE = 1e-3  # of test_compare_cpu, relative and absolute


class TestCommon(TestCase):
    """The name by which the database's lists know the test."""
    def test_compare_cpu(self):
        pass


def own_lists_skip(op, dtype):
    """Whether PyTorch's own lists take this case out of test_compare_cpu on CUDA."""
    def probe(self, device, dtype, op):
        ran.append(True)

    for decorator in op.get_decorators("TestCommon", "test_compare_cpu", "cuda", dtype, {}):
        ran = []
        try:
            decorated = decorator(probe)
        except Exception:
            continue
        if getattr(decorated, "__unittest_skip__", False) or getattr(decorated, "__unittest_expecting_failure__", False):
            return True
        if re.search("expectedFailure|skip", getattr(decorator, "__qualname__", type(decorator).__name__)):
            try:
                decorated(None, "cuda", dtype, op)
            except unittest.SkipTest:
                return True
            except BaseException:
                pass
            if not ran:
                return True
    return False


def all_cases():
    cases = {}
    for op in op_db:
        for name, dtype in DTYPES.items():
            if dtype in op.supported_dtypes("cuda") and dtype in op.supported_dtypes("cpu"):
                cases[f"{op.full_name if hasattr(op, 'full_name') else op.formatted_name} {name}"] = (op, dtype)
    return cases


def to_cpu(value):
    if isinstance(value, torch.Tensor):
        return value.detach().to("cpu")
    return torch.device("cpu") if isinstance(value, torch.device) else value


def compare(test, op, dtype):
    count = 0
    for sample in op.sample_inputs("cuda", dtype):
        on_cpu = sample.transform(to_cpu)
        if on_cpu.kwargs.get("device") in ("cuda", "cuda:0"):
            on_cpu.kwargs["device"] = "cpu"
        device_result = op(sample.input, *sample.args, **sample.kwargs)
        host_result = op(on_cpu.input, *on_cpu.args, **on_cpu.kwargs)
        device_result = sample.output_process_fn_grad(device_result)
        host_result = on_cpu.output_process_fn_grad(host_result)
        test.assertEqual(device_result, host_result, atol=TOLERANCE, rtol=TOLERANCE, exact_device=False)
        count += 1
    return count


def run(op, dtype):
    test = TestCommon("test_compare_cpu")
    torch.manual_seed(0)
    begin = time.monotonic()
    try:
        if own_lists_skip(op, dtype):
            return {"result": "out", "why": "PyTorch's own list skips it"}
        return {"result": "agrees", "samples": compare(test, op, dtype)}
    except unittest.SkipTest as why:
        return {"result": "out", "why": str(why)}
    except Exception as error:
        text = str(error).strip().splitlines()
        where = traceback.extract_tb(error.__traceback__)[-1]
        return {"result": "differs" if isinstance(error, AssertionError) else "error",
                "why": f"{type(error).__name__}: {' '.join(text)[:400]}", "where": f"{os.path.basename(where.filename)}:{where.lineno}"}
    finally:
        run.seconds = time.monotonic() - begin


def main():
    warnings.simplefilter("ignore")
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what operators print is no result
    torch.set_num_threads(1)
    cases = all_cases()
    print(json.dumps(list(cases)), file=out, flush=True)
    for line in sys.stdin:
        case = line.strip()
        with set_default_dtype(torch.float32):
            result = run(*cases[case])
        print(json.dumps({"case": case, **result, "seconds": round(run.seconds, 2)}), file=out, flush=True)
        try:  # a kernel's fault stays in the context: the next case needs another process
            torch.cuda.synchronize()
        except RuntimeError:
            return


if __name__ == "__main__":
    main()
