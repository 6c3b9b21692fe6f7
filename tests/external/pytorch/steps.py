# SPDX-License-Identifier: MIT
"""Thirty steps of training with PyTorch, CUDA under halfwarp against the CPU: all optimizers, kinds of networks, mixed
precision, compiled code, graphs, and attention by cuDNN.

    halfwarp run -- PYTHON steps.py [--only PATTERN]

Each case prints `ok NAME` with the largest difference and the bound, or `not ok NAME` with what was wrong, and its time.
A difference is that of the losses of a step, relative to the CPU's, or to a hundredth of the first loss where the CPU's
is smaller.  The exit status is 1 where a case failed."""
import argparse
import contextlib
import re
import sys
import time
import traceback

import torch
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel

import train

STEPS = 30
EXACT = 1e-3   # float32: sums in another order
MIXED = 0.05   # float16 and bfloat16 against float32
# Muon multiplies matrices in bfloat16; RAdam's capturable form subtracts 1994 from 1999 in float32, which the CPU has in
# Python's double precision
LOOSER = {"Muon": MIXED, "Muon, nesterov": MIXED, "RAdam, capturable": 0.005}
COMPILED = {"compiled": None, "compiled, reduce-overhead": "reduce-overhead"}


def worst_difference(host, device):
    return max(abs(a - b) / max(abs(a), 0.01 * abs(host[0])) for a, b in zip(host, device))


def check(host, device, bound):
    worst = worst_difference(host, device)
    assert len(device) == STEPS and worst <= bound, f"differ by {worst:.2g}: {host[-3:]} and {device[-3:]}"
    return worst, bound


# --- all optimizers ---

class Words(nn.Module):
    """The gradients of its table are sparse."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(40, 8, sparse=True)

    def forward(self, words):
        return self.table(words).sum((1, 2))


OPTIMIZERS = {
    "Adadelta": {}, "Adafactor": {"lr": 0.01}, "Adagrad": {}, "Adam": {"lr": 0.01}, "AdamW": {"lr": 0.01},
    "Adamax": {}, "ASGD": {}, "LBFGS": {"lr": 0.1, "max_iter": 4}, "Muon": {"lr": 0.01}, "NAdam": {"lr": 0.01},
    "RAdam": {"lr": 0.01}, "RMSprop": {"lr": 0.001}, "Rprop": {"lr": 0.001}, "SGD": {"lr": 0.05, "momentum": 0.9},
    "SparseAdam": {"lr": 0.01},
}
FORMS = {"": {}, ", one tensor at a time": {"foreach": False}, ", fused": {"fused": True},
         ", capturable": {"capturable": True}, ", amsgrad": {"amsgrad": True}, ", centered": {"centered": True},
         ", nesterov": {"nesterov": True}}


def optimized(device, name, options):
    torch.manual_seed(0)
    if name == "SparseAdam":
        network = Words().to(device)
        data = torch.randint(40, (32, 5), generator=torch.Generator().manual_seed(1)).to(device)
        wanted = torch.linspace(-1, 1, 32, device=device)
        measure = nn.functional.mse_loss
    else:
        network = train.mlp().to(device)
        data, wanted = (one[:64].to(device) for one in train.images())
        measure = nn.functional.cross_entropy
    matrices = [one for one in network.parameters() if name != "Muon" or one.ndim == 2]
    step = getattr(torch.optim, name)(matrices, **OPTIMIZERS[name], **options)
    curve = []

    def closure():
        step.zero_grad()
        loss = measure(network(data), wanted)
        loss.backward()
        return loss

    for _ in range(STEPS):
        curve.append(step.step(closure).item())
    return curve


def optimizer_cases():
    known = {name for name, kind in vars(torch.optim).items()
             if isinstance(kind, type) and issubclass(kind, torch.optim.Optimizer) and kind is not torch.optim.Optimizer}
    for name in sorted(known | set(OPTIMIZERS)):
        for form, options in FORMS.items():
            kind = getattr(torch.optim, name, None)
            takes = kind is not None and set(options) <= set(kind.__init__.__code__.co_varnames)
            if kind is not None and (takes or not form):
                yield f"{name}{form}", lambda name=name, options=options, form=form: optimizer(
                    name, options, LOOSER.get(name + form, EXACT))


def optimizer(name, options, bound):
    # fused and capturable forms are the device's; the CPU computes the same plainly
    plain = {key: value for key, value in options.items() if key not in ("fused", "capturable", "foreach")}
    return check(optimized("cpu", name, plain), optimized("cuda", name, options), bound)


# --- kinds of networks ---

class Recurrent(nn.Module):
    def __init__(self, kind, **options):
        super().__init__()
        self.cells = kind(6, 16, num_layers=2, batch_first=True, **options)
        self.head = nn.Linear(16 * (1 + self.cells.bidirectional), 3)

    def forward(self, data):
        return self.head(self.cells(data)[0][:, -1])


class Translator(nn.Module):
    """An encoder and a decoder, with a causal mask."""

    def __init__(self):
        super().__init__()
        self.body = nn.Transformer(32, 4, 1, 1, 64, dropout=0.0, batch_first=True)
        self.head = nn.Linear(32, 3)
        self.register_buffer("mask", nn.Transformer.generate_square_subsequent_mask(9))

    def forward(self, data):
        return self.head(self.body(data, data, tgt_mask=self.mask, tgt_is_causal=True)[:, -1])


def series(width):
    generator = torch.Generator().manual_seed(2)
    data = torch.randn(16, 9, width, generator=generator)
    return data, data[:, -3:, 0].argmax(1)


NETWORKS = {
    "LSTM": (lambda: Recurrent(nn.LSTM), lambda: series(6)),
    "LSTM, both directions": (lambda: Recurrent(nn.LSTM, bidirectional=True), lambda: series(6)),
    "GRU": (lambda: Recurrent(nn.GRU), lambda: series(6)),
    "CNN": (train.cnn, lambda: train.images(32)),
    "transformer": (Translator, lambda: series(32)),
}


def trained(device, network, kind=None, prepare=lambda network: network):
    make, data = NETWORKS[network]
    torch.manual_seed(0)
    model = make().to(device)
    used = prepare(model)
    step = torch.optim.AdamW(model.parameters(), lr=0.003)
    scaler = torch.amp.GradScaler(device, enabled=kind == torch.float16)
    values, labels = (one.to(device) for one in data())
    curve = []
    for _ in range(STEPS):
        with torch.autocast(device, dtype=kind) if kind else contextlib.nullcontext():
            loss = nn.functional.cross_entropy(used(values), labels)
        step.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(step)
        scaler.update()
        curve.append(loss.item())
    return curve


def network_cases():
    for name in NETWORKS:
        yield name, lambda name=name: check(trained("cpu", name), trained("cuda", name), EXACT)
        for kind in (torch.float16, torch.bfloat16):
            yield (f"{name}, AMP {str(kind)[6:]}",
                   lambda name=name, kind=kind: check(trained("cpu", name), trained("cuda", name, kind), MIXED))
    for name in ("CNN", "transformer"):
        for how, mode in COMPILED.items():
            yield (f"{name}, {how}", lambda name=name, mode=mode: compiled(name, mode))
        yield f"{name}, graphed callables", lambda name=name: graphed(name)


def compiled(name, mode):
    torch._dynamo.reset()
    return check(trained("cpu", name),
                 trained("cuda", name, prepare=lambda network: torch.compile(network, mode=mode)), EXACT)


def graphed(name):
    sample = NETWORKS[name][1]()[0].cuda()
    return check(trained("cpu", name), trained("cuda", name, prepare=lambda network: torch.cuda.make_graphed_callables(
        network, (sample,))), EXACT)


# --- attention by cuDNN ---

def attended(device, kind, shape, **options):
    heads, shared, rows, keys, bias = shape
    generator = torch.Generator().manual_seed(3)
    values = [torch.randn(2, count, length, 32, generator=generator).to(kind)
              for count, length in ((heads, rows), (shared, keys), (shared, keys), (heads, rows))]
    mask = torch.randn(2, heads, rows, keys, generator=generator).to(kind) if bias else None
    to = {"device": device, "dtype": kind if device == "cuda" else torch.float64}
    q, k, v, slope = (one.to(**to) for one in values)
    for one in (q, k, v):
        one.requires_grad_(True)
    with sdpa_kernel(SDPBackend.CUDNN_ATTENTION) if device == "cuda" else contextlib.nullcontext():
        o = nn.functional.scaled_dot_product_attention(q, k, v, mask.to(**to) if bias else None,
                                                       enable_gqa=heads != shared, **options)
        o.backward(slope)
    return [one.detach().cpu().double() for one in (o, q.grad, k.grad, v.grad)]


def attention(kind, shape, **options):
    worst = max(((a - b).abs().max() / a.abs().max()).item()
                for a, b in zip(attended("cpu", kind, shape, **options), attended("cuda", kind, shape, **options)))
    bound = 4 * torch.finfo(kind).eps
    assert worst <= bound, f"differs by {worst:.2g} of the largest"
    return worst, bound


SHAPES = {"plain": (4, 4, 16, 16, False), "of other lengths": (4, 4, 24, 40, False), "shared heads": (4, 2, 16, 16, False),
          "bias": (4, 4, 16, 16, True)}


def attention_cases():
    for kind in (torch.float16, torch.bfloat16):
        for name, shape in SHAPES.items():
            for causal in (False, True):
                if not (causal and shape[-1]):
                    yield (f"cuDNN attention {str(kind)[6:]}, {name}{', causal' if causal else ''}",
                           lambda kind=kind, shape=shape, causal=causal: attention(kind, shape, is_causal=causal))


# --- streams and events ---

def streams():
    """Products on eight streams of both priorities, each of which waits for the one before by an event."""
    one = torch.arange(16.0, device="cuda").reshape(4, 4) / 16
    waited, result = [], one
    for number in range(STEPS):
        stream = torch.cuda.Stream(priority=-(number % 2))
        stream.wait_stream(torch.cuda.current_stream())
        if waited:
            stream.wait_event(waited[-1])
        with torch.cuda.stream(stream):
            result.record_stream(stream)
            result = result @ one + one
            waited.append(stream.record_event(torch.cuda.Event(enable_timing=True)))
    waited[-1].synchronize()
    assert all(event.query() for event in waited) and waited[0].elapsed_time(waited[-1]) >= 0
    host = expected = one.cpu()
    for _ in range(STEPS):
        expected = expected @ host + host
    return ((result.cpu() - expected).abs().max() / expected.abs().max()).item(), EXACT


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="a pattern that names must have")
    only = parser.parse_args().only
    torch.set_num_threads(1)
    cases = [*optimizer_cases(), *network_cases(), *attention_cases(), ("streams and events", streams)]
    failed = tried = 0
    for name, case in cases:
        if not re.search(only, name):
            continue
        tried += 1
        begin = time.monotonic()
        try:
            worst, bound = case()
            print(f"ok {name}: {worst:.1g} of {bound:.1g} ({time.monotonic() - begin:.1f} s)", flush=True)
        except Exception as error:
            failed += 1
            traceback.print_exc()
            print(f"not ok {name}: {type(error).__name__}: {error} ({time.monotonic() - begin:.1f} s)", flush=True)
    print(f"{tried - failed} of {tried} agree")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
