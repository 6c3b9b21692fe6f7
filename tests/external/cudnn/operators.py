#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ONNX Runtime's operators that call cuDNN, by its CUDA provider against its CPU provider.  See README.md.

    halfwarp run -- PYTHON operators.py"""
import sys

import numpy
import onnxruntime
from onnx import TensorProto, helper

random = numpy.random.default_rng(0)
failed = passed = 0


def numbers(*shape):
    return random.standard_normal(shape).astype(numpy.float32)


def model_of(nodes, inputs, outputs):
    """A model of nodes whose inputs are named x0, x1, ..., and outputs y0, ..."""
    declared = [helper.make_tensor_value_info(f"x{i}", helper.np_dtype_to_tensor_dtype(x.dtype), x.shape)
                for i, x in enumerate(inputs)]
    results = [helper.make_tensor_value_info(f"y{i}", kind, None) for i, kind in enumerate(outputs)]
    graph = helper.make_graph(nodes, "model", declared, results)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)])
    model.ir_version = 7
    return model.SerializeToString()


def compare(name, model, inputs, most=1e-4):
    global failed, passed
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.disable_cpu_ep_fallback", "1")
    given = {f"x{i}": x for i, x in enumerate(inputs)}
    try:
        expected = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"]).run(None, given)
        found = onnxruntime.InferenceSession(model, options, providers=["CUDAExecutionProvider"]).run(None, given)
        difference = max(numpy.abs(a.astype("d") - b.astype("d")).max() for a, b in zip(expected, found))
    except Exception as error:  # of ONNX Runtime, which has no class for all of them
        difference = str(error).splitlines()[0]
    good = not isinstance(difference, str) and difference <= most
    failed += not good
    passed += good
    if not good:
        print(f"not ok {name}: {difference}", flush=True)


def check(operator, *inputs, outputs=1, most=1e-4, **attributes):
    kind = helper.np_dtype_to_tensor_dtype(inputs[0].dtype)
    if operator.startswith("Arg"):
        kind = TensorProto.INT64
    node = helper.make_node(operator, [f"x{i}" for i in range(len(inputs))], [f"y{i}" for i in range(outputs)],
                            **attributes)
    compare(f"{operator} {attributes}", model_of([node], inputs, [kind] * outputs), inputs, most)


def check_network():
    """A small CNN: the convolutions are fused with what is behind them."""
    inputs = [numbers(2, 3, 16, 16), numbers(8, 3, 3, 3), numbers(8), numbers(8, 8, 3, 3), numbers(8), numbers(8, 10)]
    nodes = [helper.make_node("Conv", ["x0", "x1", "x2"], ["a"], pads=[1, 1, 1, 1]),
             helper.make_node("Relu", ["a"], ["b"]),
             helper.make_node("Conv", ["b", "x3", "x4"], ["c"], pads=[1, 1, 1, 1]),
             helper.make_node("Add", ["c", "b"], ["d"]),
             helper.make_node("Relu", ["d"], ["e"]),
             helper.make_node("MaxPool", ["e"], ["f"], kernel_shape=[2, 2], strides=[2, 2]),
             helper.make_node("GlobalAveragePool", ["f"], ["g"]),
             helper.make_node("Flatten", ["g"], ["h"]),
             helper.make_node("MatMul", ["h", "x5"], ["i"]),
             helper.make_node("Softmax", ["i"], ["y0"], axis=1)]
    compare("network", model_of(nodes, inputs, [TensorProto.FLOAT]), inputs)


def main():
    print(f"ONNX Runtime {onnxruntime.__version__}")
    onnxruntime.set_default_logger_severity(4)
    for operator in ("ReduceMean", "ReduceL1", "ReduceL2", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceSumSquare",
                     "ReduceLogSumExp"):
        for axes in ([0], [1, 2], [3]):
            check(operator, numbers(2, 3, 4, 5), axes=axes, keepdims=0)
    for operator in ("ArgMax", "ArgMin"):
        for axis in (0, 1, 3):
            check(operator, numbers(2, 3, 4, 5), axis=axis)
    check("Conv", numbers(2, 3, 9), numbers(4, 3, 3), numbers(4), pads=[1, 1])
    check("Conv", numbers(2, 4, 9, 8), numbers(6, 2, 3, 3), group=2, strides=[2, 1], dilations=[1, 2])
    check("Conv", numbers(2, 3, 9, 8), numbers(4, 3, 3, 3), pads=[0, 1, 2, 1])
    check("Conv", numbers(1, 2, 5, 6, 7), numbers(3, 2, 2, 2, 2))
    check("Conv", numbers(2, 3, 6, 6).astype("e"), numbers(4, 3, 3, 3).astype("e"), most=2e-2)
    check("ConvTranspose", numbers(2, 4, 5, 5), numbers(4, 3, 3, 3), numbers(3), strides=[2, 2], pads=[1, 1, 1, 1],
          output_padding=[1, 1])
    for operator in ("MaxPool", "AveragePool"):
        check(operator, numbers(2, 3, 10), kernel_shape=[3], strides=[2])
        check(operator, numbers(2, 3, 10, 9), kernel_shape=[3, 2], pads=[1, 0, 1, 1])
        check(operator, numbers(1, 2, 5, 6, 7), kernel_shape=[2, 2, 2])
        check("Global" + operator, numbers(2, 3, 5, 6))
    check("AveragePool", numbers(2, 3, 10, 9), kernel_shape=[3, 2], pads=[1, 0, 1, 0], count_include_pad=1)
    check("BatchNormalization", numbers(2, 3, 4, 5), numbers(3), numbers(3), numbers(3), abs(numbers(3)))
    check("InstanceNormalization", numbers(2, 3, 4, 5), numbers(3), numbers(3))
    check("LRN", numbers(2, 5, 3, 3), size=3, alpha=0.01, beta=0.7, bias=1.5)
    for operator in ("Softmax", "LogSoftmax", "Relu", "Sigmoid", "Tanh", "Elu"):
        check(operator, numbers(2, 3, 4, 5))
    for direction, count in (("forward", 1), ("reverse", 1), ("bidirectional", 2)):
        for operator, gates, more in (("LSTM", 4, {}), ("GRU", 3, {"linear_before_reset": 1}), ("RNN", 1, {})):
            check(operator, numbers(5, 2, 4), numbers(count, 6 * gates, 4), numbers(count, 6 * gates, 6),
                  numbers(count, 12 * gates), outputs=3 if operator == "LSTM" else 2, hidden_size=6,
                  direction=direction, **more)
    check_network()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
