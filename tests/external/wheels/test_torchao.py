# SPDX-License-Identifier: MIT
"""torchao: weights of 8 and 4 bits and of fp8, products of 8-bit integers, optimizers of 8 and 4 bits, against the CPU."""
import torch
from check import check, close, finish
from torchao.optim import AdamW4bit, AdamW8bit
from torchao.quantization import Int4WeightOnlyConfig, Int8DynamicActivationInt8WeightConfig, Int8WeightOnlyConfig, quantize_

torch.manual_seed(0)


def model(dtype=torch.bfloat16):
    torch.manual_seed(1)
    return torch.nn.Sequential(torch.nn.Linear(128, 256), torch.nn.ReLU(), torch.nn.Linear(256, 64)).to(dtype).eval()


@check
def weights_of_8_bits():
    x, layers = torch.randn(8, 128, dtype=torch.bfloat16), model()
    expected = layers(x)
    layers = layers.cuda()
    quantize_(layers, Int8WeightOnlyConfig())
    return close(layers(x.cuda()), expected, 0.04)


@check
def products_of_8_bits():
    x, layers = torch.randn(32, 128, dtype=torch.bfloat16), model()
    expected = layers(x)
    layers = layers.cuda()
    quantize_(layers, Int8DynamicActivationInt8WeightConfig())
    return close(layers(x.cuda()), expected, 0.06)


@check
def weights_of_4_bits():
    x, layers = torch.randn(8, 128, dtype=torch.bfloat16), model()
    expected = layers(x)
    layers = layers.cuda()
    quantize_(layers, Int4WeightOnlyConfig(group_size=32, int4_packing_format="tile_packed_to_4d"))
    return close(layers(x.cuda()), expected, 0.25)


@check
def optimizers():
    found, start, inputs = [], torch.randn(64, 64), torch.randn(8, 64)
    for make in (AdamW8bit, AdamW4bit):
        ends = []
        for device in ("cpu", "cuda"):
            layer = torch.nn.Linear(64, 64, bias=False)
            layer.weight.data = start.clone()
            layer = layer.to(device)
            x = inputs.to(device)
            optimizer = (make if device == "cuda" else torch.optim.AdamW)(layer.parameters(), lr=0.01)
            for _ in range(10):
                optimizer.zero_grad()
                layer(x).square().mean().backward()
                optimizer.step()
            ends.append(layer.weight)
        found.append(close(ends[1], ends[0], 0.05))
    return ", ".join(found)


finish()
