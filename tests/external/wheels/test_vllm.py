# SPDX-License-Identifier: MIT
"""vLLM's kernels, by torch.ops and without vLLM's Python: norms, activations, rotary embedding, cache, paged attention, experts."""
import glob
import importlib.util
import os

import torch
from check import check, close, finish

folder = os.path.dirname(importlib.util.find_spec("vllm").origin)
torch.manual_seed(0)


@check
def libraries():
    for name in ("_C_stable_libtorch", "_moe_C_stable_libtorch"):
        torch.ops.load_library(glob.glob(f"{folder}/{name}*.so")[0])
    spaces = [name for name in ("_C", "_C_cache_ops", "_moe_C") if hasattr(torch.ops, name)]
    return ", ".join(spaces)


@check
def rms_norm():
    x, weight = torch.randn(8, 128), torch.randn(128)
    found = torch.empty(8, 128, device="cuda")
    torch.ops._C.rms_norm(found, x.cuda(), weight.cuda(), 1e-6)
    return close(found, torch.nn.functional.rms_norm(x, (128,), weight, 1e-6))


@check
def activations():
    x, said = torch.randn(8, 128), []
    for name, function in (("silu_and_mul", torch.nn.functional.silu), ("gelu_and_mul", torch.nn.functional.gelu)):
        found = torch.empty(8, 64, device="cuda")
        getattr(torch.ops._C, name)(found, x.cuda())
        said.append(close(found, function(x[:, :64]) * x[:, 64:]))
    return ", ".join(said)


@check
def rotary_embedding():
    positions, q, k = torch.arange(6), torch.randn(6, 64), torch.randn(6, 32)
    angle = torch.outer(torch.arange(20.0), 1e4 ** (-torch.arange(0, 32, 2) / 32))
    table = torch.cat([angle.cos(), angle.sin()], 1)

    def turned(x):
        a, b = x.view(6, -1, 32).chunk(2, -1)
        c, s = angle[:6].cos()[:, None], angle[:6].sin()[:, None]
        return torch.cat([a * c - b * s, b * c + a * s], -1).view(6, -1)
    gq, gk = q.cuda(), k.cuda()
    torch.ops._C.rotary_embedding(positions.cuda(), gq, gk, 32, table.cuda(), True)
    return f"{close(gq, turned(q))}, {close(gk, turned(k))}"


@check
def experts_of_tokens():
    scores = torch.randn(8, 16)
    weights, chosen, rows = (torch.empty(8, 2, device="cuda", dtype=kind) for kind in (torch.float32, torch.int32, torch.int32))
    torch.ops._moe_C.topk_softmax(weights, chosen, rows, scores.cuda(), False, None, None)
    expected, which = scores.softmax(-1).topk(2)
    assert torch.equal(chosen.cpu().long(), which)
    return close(weights, expected)


@check
def int8_products():
    x = torch.randn(16, 64, dtype=torch.float16)
    quantized, scale = torch.empty(16, 64, dtype=torch.int8, device="cuda"), torch.empty(16, 1, device="cuda")
    torch.ops._C.dynamic_scaled_int8_quant(quantized, x.cuda(), scale, None)
    close(quantized.float() * scale, x.float(), 0.02)
    weight = torch.randint(-127, 127, (64, 32), dtype=torch.int8)
    out = torch.empty(16, 32, dtype=torch.float16, device="cuda")
    columns = torch.rand(1, 32) * 0.01
    torch.ops._C.cutlass_scaled_mm(out, quantized, weight.t().contiguous().t().cuda(), scale, columns.cuda(), None)
    expected = (quantized.cpu().float() @ weight.float()) * scale.cpu() * columns
    return close(out, expected, 1e-2)


@check
def flash_attention():
    torch.ops.load_library(glob.glob(f"{folder}/vllm_flash_attn/_vllm_fa2_C*.so")[0])
    q, k, v = (torch.randn(20, 2, 64, dtype=torch.float16) for _ in range(3))
    lengths = torch.tensor([0, 20], dtype=torch.int32, device="cuda")
    out = torch.ops._vllm_fa2_C.varlen_fwd(q.cuda(), k.cuda(), v.cuda(), None, lengths, lengths, None, None, None, None, 20, 20, 0.0, 0.125, False, True,
                                           -1, -1, 0.0, False, 0, None)[0]
    expected = torch.nn.functional.scaled_dot_product_attention(*(t.float().transpose(0, 1) for t in (q, k, v)), is_causal=True).transpose(0, 1)
    return close(out, expected, 1e-2)


finish()
