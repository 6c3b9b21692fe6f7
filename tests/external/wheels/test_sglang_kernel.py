# SPDX-License-Identifier: MIT
"""SGLang's kernels: norms, activations, routing, sums of experts, against the CPU."""
import torch
from check import check, close, finish

torch.manual_seed(0)


@check
def library():
    global sgl_kernel
    import sgl_kernel
    return sgl_kernel.__version__


@check
def norms():
    x, weight, other = torch.randn(8, 128, dtype=torch.float16), torch.randn(128, dtype=torch.float16), torch.randn(8, 128, dtype=torch.float16)
    expected = torch.nn.functional.rms_norm(x.float(), (128,), weight.float(), 1e-6)
    first = close(sgl_kernel.rmsnorm(x.cuda(), weight.cuda(), 1e-6), expected, 1e-2)
    there, residual = x.cuda(), other.cuda()
    sgl_kernel.fused_add_rmsnorm(there, residual, weight.cuda(), 1e-6)
    total = x.float() + other.float()
    return f"{first}, {close(there, torch.nn.functional.rms_norm(total, (128,), weight.float(), 1e-6), 1e-2)}"


@check
def activations():
    x = torch.randn(8, 128, dtype=torch.float16)
    return close(sgl_kernel.silu_and_mul(x.cuda()), torch.nn.functional.silu(x[:, :64].float()) * x[:, 64:].float(), 1e-2)


@check
def experts_of_tokens():
    scores = torch.randn(8, 16)
    weights, chosen = torch.empty(8, 2, device="cuda"), torch.empty(8, 2, device="cuda", dtype=torch.int32)
    sgl_kernel.topk_softmax(weights, chosen, scores.cuda())
    expected, which = scores.softmax(-1).topk(2)
    assert torch.equal(chosen.cpu().long(), which)
    return close(weights, expected)


finish()
