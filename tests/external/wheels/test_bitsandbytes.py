# SPDX-License-Identifier: MIT
"""bitsandbytes: blocks of 8 and 4 bits, layers of both, optimizers of 8 and 32 bits, against PyTorch on the CPU."""
import bitsandbytes as bnb
import bitsandbytes.functional as F
import torch
from check import check, close, finish

torch.manual_seed(0)


def nearest(back, values, codes, size):
    """Each number came back as one of the nearest codes of its block; how many numbers there are."""
    values, back = values.float().view(-1, size), back.cpu().float().view(-1, size)
    scale = values.abs().max(1, keepdim=True).values
    best = ((values / scale)[:, :, None] - codes.cpu().float()).abs().min(2).values * scale
    assert ((values - back).abs() <= best + 2e-3).all(), ((values - back).abs() - best).max()
    return values.numel()


@check
def blocks_of_8_bits():
    values = torch.randn(8192)
    quantized, state = F.quantize_blockwise(values.cuda())
    return f"{nearest(F.dequantize_blockwise(quantized, state), values, state.code, state.blocksize)} are the nearest"


@check
def blocks_of_4_bits():
    weights, number = torch.randn(64, 128, dtype=torch.float16), 0
    for kind in ("fp4", "nf4"):
        for size in (64, 128, 256):
            quantized, state = F.quantize_4bit(weights.cuda(), quant_type=kind, blocksize=size)
            number += nearest(F.dequantize_4bit(quantized, state), weights, state.code, size)
    return f"{number} are the nearest"


@check
def layer_of_8_bits():
    layer, inputs = torch.nn.Linear(128, 64), torch.randn(8, 128)
    integers = bnb.nn.Linear8bitLt(128, 64, has_fp16_weights=False)
    integers.load_state_dict(layer.state_dict())
    return close(integers.cuda()(inputs.cuda().half()), layer(inputs), 0.03)


@check
def layer_of_4_bits():
    found = []
    for dtype in (torch.float16, torch.bfloat16, torch.float32):
        for rows in (1, 8):
            layer, inputs = torch.nn.Linear(128, 64).to(dtype), torch.randn(rows, 128, dtype=dtype)
            bits = bnb.nn.Linear4bit(128, 64, compute_dtype=dtype, quant_type="nf4")
            bits.load_state_dict(layer.state_dict())
            bits = bits.cuda()
            weight = F.dequantize_4bit(bits.weight.data, bits.weight.quant_state).cpu().float()
            found.append(close(bits(inputs.cuda()), inputs.float() @ weight.t() + layer.bias, 0.02))
    return ", ".join(found)


@check
def optimizers():
    found = []
    start = torch.randn(64, 64)
    for name, rate in (("Adam", 0.01), ("AdamW", 0.01), ("SGD", 0.001), ("RMSprop", 0.01), ("Adagrad", 0.01), ("Lion", 0.01)):
        more = {"momentum": 0.9} if name == "SGD" else {}
        ends = {}
        for bits in ("8bit", "32bit"):
            weights = torch.nn.Parameter(start.clone().cuda())
            optimizer = getattr(bnb.optim, name + bits)([weights], lr=rate, min_8bit_size=1, **more)
            for _ in range(20):
                optimizer.zero_grad()
                weights.square().sum().backward()
                optimizer.step()
            ends[bits] = weights.detach().cpu()
        if hasattr(torch.optim, name):
            weights = torch.nn.Parameter(start.clone())
            optimizer = getattr(torch.optim, name)([weights], lr=rate, **more)
            for _ in range(20):
                optimizer.zero_grad()
                weights.square().sum().backward()
                optimizer.step()
            close(ends["32bit"], weights, 1e-3)
        found.append(f"{name} {close(ends['8bit'], ends['32bit'], 0.05)}")
    return ", ".join(found)


finish()
