# SPDX-License-Identifier: MIT
"""xformers: attention of each of its operators that the chip has, forward and backward, and its sparse kernels."""
import torch
import xformers
import xformers.ops as xops
from check import check, close, finish
from xformers.ops import fmha

torch.manual_seed(0)


def reference(q, k, v, causal):
    q, k, v = (x.float().cpu().transpose(1, 2) for x in (q, k, v))
    return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal).transpose(1, 2)


@check
def library():
    from xformers import _cpp_lib
    _cpp_lib._register_extensions()
    return xformers.__version__


def attention(forward, backward, causal):
    q, k, v = (torch.randn(2, 40, 2, 32, device="cuda", dtype=torch.float16, requires_grad=True) for _ in range(3))
    bias = xops.LowerTriangularMask() if causal else None
    found = xops.memory_efficient_attention(q, k, v, attn_bias=bias, op=(forward, backward))
    found.float().square().sum().backward()
    leaf = [x.detach().float().cpu().requires_grad_() for x in (q, k, v)]
    expected = reference(*leaf, causal)
    expected.square().sum().backward()
    return ", ".join([close(found, expected, 1e-2)] + [close(x.grad, y.grad, 2e-2) for x, y in zip((q, k, v), leaf)])


@check
def attention_that_it_chooses():
    q, k, v = (torch.randn(2, 40, 2, 32, device="cuda", dtype=torch.float16) for _ in range(3))
    return close(xops.memory_efficient_attention(q, k, v), reference(q, k, v, False), 1e-2)


@check
def attention_cutlass():
    return attention(fmha.cutlass.FwOp, fmha.cutlass.BwOp, True)


@check
def attention_flash():
    return attention(fmha.flash.FwOp, fmha.flash.BwOp, True)


@check
def swiglu():
    layer = xops.SwiGLU(32, 64, 32, bias=True)
    x = torch.randn(8, 32)
    expected = layer(x)
    return close(layer.cuda()(x.cuda()), expected, 1e-3)


finish()
