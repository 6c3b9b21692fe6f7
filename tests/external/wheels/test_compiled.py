# SPDX-License-Identifier: MIT
"""einops under torch.compile (Inductor's Triton kernels), forward and backward, against eager code on the CPU."""
import torch
from check import check, close, finish
from einops import rearrange, reduce, repeat
from einops.layers.torch import Rearrange

torch.manual_seed(0)


def attention(x, weight):
    q, k, v = rearrange(x @ weight, "b n (three h d) -> three b h n d", three=3, h=4)
    scores = torch.softmax(q @ k.transpose(-1, -2) / 4, -1)
    return rearrange(scores @ v, "b h n d -> b n (h d)") + repeat(reduce(x, "b n c -> b c", "mean"), "b c -> b n c", n=x.shape[1])


@check
def attention_of_einops():
    x, weight = torch.randn(2, 10, 32), torch.randn(32, 96)
    on = [[t.clone().to(device).requires_grad_() for t in (x, weight)] for device in ("cpu", "cuda")]
    expected, found = attention(*on[0]), torch.compile(attention)(*on[1])
    expected.square().sum().backward()
    found.square().sum().backward()
    return ", ".join([close(found, expected, 1e-4)] + [close(a.grad, b.grad, 1e-3) for b, a in zip(*on)])


@check
def patches():
    model = torch.nn.Sequential(Rearrange("b c (h p) (w q) -> b (h w) (p q c)", p=4, q=4), torch.nn.Linear(48, 16), torch.nn.GELU()).eval()
    x = torch.randn(2, 3, 16, 16)
    expected = model(x)
    return close(torch.compile(model.cuda(), mode="reduce-overhead")(x.cuda()), expected, 1e-4)


finish()
