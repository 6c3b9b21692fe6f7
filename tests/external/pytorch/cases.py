# SPDX-License-Identifier: MIT
"""One process that runs cases of PyTorch's operator database as it is told.

It reads a line `NAME DTYPE` for each case (an operator's full name as formatted by the database) and writes a line of
JSON: the case, its result and why.  The first line that it writes is the list of all cases.

A case is an operator and a type.  It is what test_ops.py of PyTorch's own suite does as test_compare_cpu: each sample
input of the database, on the device and on the CPU, and the results compared with the tolerances of that test and of the
operator.  Operators that are CUDA's alone are compared with the database's reference over NumPy.  Cases that PyTorch's own
lists skip for that test, or expect to fail, are no cases.

With --backward a case compares gradients: those of the sum of the results (the sum of their absolute values if complex)
for each input that takes one, at samples whose results have a gradient."""
import json
import os
import re
import sys
import time
import traceback
import unittest
import warnings

results = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # what PyTorch and its operators print is no result

import torch  # noqa: E402
from torch.testing._internal.common_methods_invocations import op_db  # noqa: E402
from torch.testing._internal.common_utils import TestCase, set_default_dtype  # noqa: E402

DTYPES = {"float32": torch.float32, "float64": torch.float64, "int64": torch.int64, "complex64": torch.complex64}
TOLERANCE = 1e-3  # of test_compare_cpu, relative and absolute


class TestCommon(TestCase):
    """The name by which the database's lists know the test."""
    device_type = "cuda"  # what skips of PyTorch's for one kind of device ask for

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
                decorated(TestCommon("test_compare_cpu"), "cuda", dtype, op)
            except (unittest.SkipTest, AssertionError):  # the latter: the probe was expected to fail on CUDA
                return True
            if not ran:
                raise RuntimeError(f"a decorator of PyTorch's did neither run nor skip the case: {decorator}")
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
        if op.name.startswith("jiterator"):
            test.compare_with_reference(op, op.ref, sample)
            count += 1
            continue
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


def tensors_in(value):
    if isinstance(value, torch.Tensor):
        return [value]
    return [one for item in value for one in tensors_in(item)] if isinstance(value, (tuple, list)) else []


def gradients(op, sample):
    """Of the sum of all results; None where nothing has a gradient."""
    inputs = [one for one in tensors_in((sample.input, sample.args, tuple(sample.kwargs.values()))) if one.requires_grad]
    result = op(sample.input, *sample.args, **sample.kwargs)
    results = [one for one in tensors_in(sample.output_process_fn_grad(result)) if one.requires_grad]
    if not inputs or not results:
        return None
    sums = [(one.abs() if one.is_complex() else one).to_dense().sum() for one in results]
    return torch.autograd.grad(sum(sums), inputs, allow_unused=True)


def compare_backward(test, op, dtype):
    count = 0
    for sample in op.sample_inputs("cuda", dtype, requires_grad=True):
        on_cpu = sample.transform(lambda value: to_cpu(value).requires_grad_(value.requires_grad)
                                  if isinstance(value, torch.Tensor) else to_cpu(value))
        expected = gradients(op, on_cpu)
        if expected is not None:
            test.assertEqual(gradients(op, sample), expected, atol=TOLERANCE, rtol=TOLERANCE, exact_device=False)
            count += 1
    if not count:
        raise unittest.SkipTest("no sample has a gradient")
    return count


def run(op, dtype, compare):
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
    torch.set_num_threads(1)
    backward = "--backward" in sys.argv
    cases = {name: (op, dtype) for name, (op, dtype) in all_cases().items()
             if not backward or op.supports_autograd and dtype in op.supported_backward_dtypes("cuda")
             and dtype in op.supported_backward_dtypes("cpu")}
    print(json.dumps(list(cases)), file=results, flush=True)
    for line in sys.stdin:
        case = line.strip()
        with set_default_dtype(torch.float32):
            result = run(*cases[case], compare_backward if backward else compare)
        print(json.dumps({"case": case, **result, "seconds": round(run.seconds, 2)}), file=results, flush=True)
        try:  # a kernel's fault stays in the context: the next case needs another process
            torch.cuda.synchronize()
        except RuntimeError:
            return


if __name__ == "__main__":
    main()
