# SPDX-License-Identifier: MIT
"""onnxruntime-gpu: a convolutional network and attention, made with ONNX's helpers, on its CUDA provider against its CPU provider."""
import numpy as np
import onnxruntime
from check import check, finish
from onnx import TensorProto, checker, helper, numpy_helper

numbers = np.random.default_rng(0)


def weight(name, *shape):
    return numpy_helper.from_array((numbers.standard_normal(shape) * 0.3).astype(np.float32), name)


def compare(nodes, weights, shape, dtype=np.float32):
    graph = helper.make_graph(nodes, "graph", [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    x, results = numbers.standard_normal(shape).astype(np.float32), []
    for provider in ("CPUExecutionProvider", "CUDAExecutionProvider"):
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=[provider])
        assert session.get_providers()[0] == provider, session.get_providers()
        results.append(session.run(None, {"x": x})[0])
    difference = np.abs(results[1] - results[0]).max() / np.abs(results[0]).max()
    assert difference < 1e-3, difference
    return f"{difference:.1g} apart"


onnxruntime.preload_dlls()


@check
def convolutions():
    node = helper.make_node
    return compare([node("Conv", ["x", "w1", "b1"], ["a"], pads=[1] * 4), node("Relu", ["a"], ["b"]), node("MaxPool", ["b"], ["c"], kernel_shape=[2, 2], strides=[2, 2]),
                    node("Conv", ["c", "w2"], ["d"], group=2), node("Sigmoid", ["d"], ["e"]), node("GlobalAveragePool", ["e"], ["f"]), node("Flatten", ["f"], ["g"]),
                    node("Gemm", ["g", "w3"], ["h"], transB=1), node("Softmax", ["h"], ["y"])],
                   [weight("w1", 8, 3, 3, 3), weight("b1", 8), weight("w2", 8, 4, 3, 3), weight("w3", 5, 8)], [2, 3, 16, 16])


@check
def attention():
    node = helper.make_node
    return compare([node("MatMul", ["x", "q"], ["a"]), node("MatMul", ["x", "k"], ["b"]), node("Transpose", ["b"], ["c"], perm=[0, 2, 1]), node("MatMul", ["a", "c"], ["d"]),
                    node("Softmax", ["d"], ["e"]), node("MatMul", ["x", "v"], ["f"]), node("MatMul", ["e", "f"], ["g"]), node("Add", ["g", "x"], ["h"]),
                    node("LayerNormalization", ["h", "s", "t"], ["y"])],
                   [weight("q", 32, 32), weight("k", 32, 32), weight("v", 32, 32), weight("s", 32), weight("t", 32)], [2, 10, 32])


@check
def recurrent():
    return compare([helper.make_node("LSTM", ["x", "w", "r"], ["y"], hidden_size=16)], [weight("w", 1, 64, 8), weight("r", 1, 64, 16)], [7, 2, 8])


finish()
