# SPDX-License-Identifier: MIT
"""triton_kernels: its product of matrices, activation, top-k and reduction, against PyTorch on the CPU."""
import torch
from check import check, close, finish

torch.manual_seed(0)


@check
def matmul():
    from triton_kernels.matmul import matmul
    a, b, bias = torch.randn(32, 64, dtype=torch.float16), torch.randn(64, 48, dtype=torch.float16), torch.randn(48)
    return close(matmul(a.cuda(), b.cuda(), bias.cuda()), a.float() @ b.float() + bias, 1e-2)


@check
def topk():
    from triton_kernels.topk import topk
    scores = torch.randn(32, 16)
    chosen = topk(scores.cuda(), 2, apply_softmax=False)
    values, indices = scores.topk(2)
    assert torch.equal(chosen.indx.cpu().long().sort(1).values, indices.sort(1).values)
    return close(chosen.vals.sort(1).values, values.sort(1).values, 1e-2)


@check
def swiglu():
    from triton_kernels.swiglu import PrecisionConfig, swiglu, swiglu_torch
    x, config = torch.randn(16, 64), PrecisionConfig(limit=1.0)
    return close(swiglu(x.cuda(), 1.0, config), swiglu_torch(x, 1.0, config), 1e-4)


finish()
