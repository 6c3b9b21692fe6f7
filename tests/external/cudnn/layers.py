#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""PyTorch's layers that call cuDNN, on the device against the CPU, with gradients.  See README.md.

    halfwarp run -- PYTHON layers.py"""
import copy
import sys

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

failed = 0


def report(name, difference, most):
    global failed
    good = difference <= most
    failed += not good
    print(f"{'ok    ' if good else 'not ok'} {name}: {difference:.1e}", flush=True)


def largest(a, b):
    return max((x.double() - y.cpu().double()).abs().max().item() for x, y in zip(a, b))


def check_layer(name, layer, x, dtype=torch.float32, most=1e-4):
    """Halves against single precision of the CPU; the others in their own."""
    wide = torch.float32 if dtype in (torch.float16, torch.bfloat16) else dtype
    results = []
    for device, kind in (("cpu", wide), ("cuda", dtype)):
        own = copy.deepcopy(layer).to(wide).to(device).to(kind)
        at = x.to(wide).to(device).to(kind).detach().requires_grad_()
        y = own(at)
        torch.manual_seed(1)
        y.backward(torch.randn(y.shape).to(device).to(kind))
        results.append([y.detach(), at.grad, *(p.grad for p in own.parameters())])
    report(name, largest(*results), most)


def check_recurrent(name, layer, lengths=None, dtype=torch.float32, most=1e-4):
    results = []
    torch.manual_seed(2)
    x = torch.randn(5, 3, layer.input_size, dtype=dtype)
    directions, lstm = 2 if layer.bidirectional else 1, isinstance(layer, nn.LSTM)
    state = [torch.randn(layer.num_layers * directions, 3, layer.proj_size or layer.hidden_size, dtype=dtype)]
    if lstm:
        state.append(torch.randn(layer.num_layers * directions, 3, layer.hidden_size, dtype=dtype))
    for device in ("cpu", "cuda"):
        own = copy.deepcopy(layer).to(dtype).to(device)
        operands = [t.to(device).detach().requires_grad_() for t in (x, *state)]
        packed = pack_padded_sequence(operands[0], lengths, enforce_sorted=False) if lengths else operands[0]
        y, last = own(packed, tuple(operands[1:]) if lstm else operands[1])
        y = pad_packed_sequence(y)[0] if lengths else y
        outputs = [y, *(last if lstm else [last])]
        torch.manual_seed(3)
        sum((o * torch.randn(o.shape, dtype=dtype).to(device)).sum() for o in outputs).backward()
        results.append([*(o.detach() for o in outputs), *(o.grad for o in operands),
                        *(p.grad for p in own.parameters())])
    report(name, largest(*results), most)


def check_ctc():
    results = []
    torch.manual_seed(4)
    x = torch.randn(8, 2, 5).log_softmax(2)
    labels, lengths = torch.tensor([1, 2, 2, 4, 1, 3], dtype=torch.int32), torch.tensor([3, 3], dtype=torch.int32)
    for device in ("cpu", "cuda"):
        at = x.to(device).detach().requires_grad_()
        loss = nn.functional.ctc_loss(at, labels, torch.tensor([8, 8], dtype=torch.int32), lengths, reduction="none")
        loss.sum().backward()
        results.append([loss.detach(), at.grad])
    report("ctc_loss", largest(*results), 1e-4)


def train(device, network, steps):
    own = copy.deepcopy(network).to(device)
    optimizer = torch.optim.SGD(own.parameters(), lr=0.05, momentum=0.9)
    generator = torch.Generator().manual_seed(5)
    losses = []
    for _ in range(steps):
        x = torch.randn(16, 1, 28, 28, generator=generator).to(device)
        y = torch.randint(0, 10, (16,), generator=generator).to(device)
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(own(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return torch.tensor(losses)


def check_training():
    torch.manual_seed(6)
    network = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
                            nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(), nn.AvgPool2d(2), nn.Flatten(),
                            nn.Linear(16 * 7 * 7, 10))
    report("20 steps of training", largest([train("cpu", network, 20)], [train("cuda", network, 20)]), 1e-4)
    torch.backends.cudnn.benchmark = True
    report("5 steps, benchmark mode", largest([train("cpu", network, 5)], [train("cuda", network, 5)]), 1e-4)
    torch.backends.cudnn.benchmark = False


def main():
    torch.manual_seed(0)
    print(f"PyTorch {torch.__version__}, cuDNN {torch.backends.cudnn.version()}")
    image = torch.randn(2, 4, 11, 10)
    check_layer("conv1d", nn.Conv1d(4, 6, 3, padding=1), torch.randn(2, 4, 10))
    check_layer("conv2d", nn.Conv2d(4, 6, 3, padding=1), image)
    check_layer("conv2d, stride, dilation, groups", nn.Conv2d(4, 6, 3, 2, 2, 2, 2), image)
    check_layer("conv2d, double", nn.Conv2d(4, 6, 3), image, torch.float64, 1e-10)
    check_layer("conv2d, half", nn.Conv2d(4, 6, 3), image, torch.float16, 5e-2)
    check_layer("conv2d, bfloat16", nn.Conv2d(4, 6, 3), image, torch.bfloat16, 5e-1)
    check_layer("conv2d, channels last", nn.Conv2d(4, 6, 3).to(memory_format=torch.channels_last),
                image.to(memory_format=torch.channels_last))
    check_layer("conv3d", nn.Conv3d(2, 4, 3, padding=1), torch.randn(2, 2, 6, 5, 7))
    check_layer("conv_transpose1d", nn.ConvTranspose1d(4, 6, 3, stride=2), torch.randn(2, 4, 5))
    check_layer("conv_transpose2d", nn.ConvTranspose2d(4, 6, 3, 2, 1, 1), image)
    check_layer("conv_transpose3d", nn.ConvTranspose3d(4, 6, 3), torch.randn(2, 4, 3, 4, 5))
    for dims, norm in enumerate((nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d)):
        check_layer(norm.__name__, norm(4), torch.randn(5, 4, *(3,) * (dims + (dims > 0))))
    check_layer("BatchNorm2d, evaluation", nn.BatchNorm2d(4).eval(), image)
    check_recurrent("LSTM", nn.LSTM(4, 6))
    check_recurrent("LSTM, two layers, both directions", nn.LSTM(4, 6, 2, bidirectional=True))
    check_recurrent("LSTM, packed", nn.LSTM(4, 6, 2, bidirectional=True), [3, 5, 2])
    check_recurrent("LSTM, projection", nn.LSTM(4, 6, 2, proj_size=3))
    check_recurrent("GRU, packed", nn.GRU(4, 6, 2, bidirectional=True), [1, 5, 4])
    check_recurrent("GRU, double", nn.GRU(4, 6, 2), None, torch.float64, 1e-10)
    check_recurrent("RNN, tanh", nn.RNN(4, 6, 2, bidirectional=True))
    check_recurrent("RNN, ReLU", nn.RNN(4, 6, nonlinearity="relu"))
    check_ctc()
    check_training()
    print(f"{failed} failed")
    return 1 if failed else 0


sys.exit(main())
