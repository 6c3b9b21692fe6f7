# SPDX-License-Identifier: MIT
"""Training with PyTorch, CUDA under halfwarp against the CPU: small networks, and what a training loop uses besides.

    halfwarp run -- PYTHON train.py [--only PATTERN]

Each check is a function; it prints `ok NAME` with a figure, or `not ok NAME` with what was wrong.  The exit status is 1
where a check failed."""
import argparse
import re
import sys
import time
import traceback

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

STEPS = 100
TOLERANCE = 1e-3  # of a loss, relative: float32 sums in another order, after a hundred steps


def images(count=256):
    """Squares, crosses and lines in noise: three classes that a small network learns."""
    generator = torch.Generator().manual_seed(1)
    labels = torch.randint(3, (count,), generator=generator)
    pixels = 0.3 * torch.randn(count, 1, 12, 12, generator=generator)
    for image, label in zip(pixels, labels):
        if label == 0:
            image[0, 3:9, 3:9] += 1
        elif label == 1:
            image[0, 5:7, :] += 1
            image[0, :, 5:7] += 1
        else:
            image[0, 2::4, :] += 1
    return pixels, labels


def mlp():
    return nn.Sequential(nn.Flatten(), nn.Linear(144, 64), nn.ReLU(), nn.LayerNorm(64), nn.Linear(64, 32), nn.GELU(),
                         nn.Linear(32, 3))


def cnn():
    return nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
                         nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(3), nn.Flatten(),
                         nn.Linear(144, 3))


def losses(device, make, steps=STEPS, optimizer=lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.9)):
    torch.manual_seed(0)
    network = make().to(device)
    step = optimizer(network.parameters())
    pixels, labels = (one.to(device) for one in images())
    curve = []
    for number in range(steps):
        batch = slice(32 * number % 256, 32 * number % 256 + 32)
        loss = nn.functional.cross_entropy(network(pixels[batch]), labels[batch])
        step.zero_grad()
        loss.backward()
        step.step()
        curve.append(loss.item())
    return curve


def same_curve(make, **how):
    host, device = losses("cpu", make, **how), losses("cuda", make, **how)
    # what is left of a loss that goes to zero is compared with its beginning
    worst = max(abs(a - b) / max(abs(a), 0.01 * host[0]) for a, b in zip(host, device))
    assert host[-1] < 0.2 * host[0], f"the CPU has not learned: {host[0]} to {host[-1]}"
    assert worst < TOLERANCE, f"losses differ by {worst:.2g}: {host[-3:]} and {device[-3:]}"
    return f"{len(host)} steps, loss {host[0]:.3f} to {device[-1]:.5f}, largest difference {worst:.1g}"


def mlp_by_sgd():
    return same_curve(mlp)


def mlp_by_adam():
    return same_curve(mlp, optimizer=lambda p: torch.optim.Adam(p, lr=0.003))


def cnn_by_sgd():
    return same_curve(cnn)


def lstm():
    """A recurrent network that says whether a row of bits has an odd sum in its end."""
    curves = []
    for device in ("cpu", "cuda"):
        torch.manual_seed(0)
        network, head = nn.LSTM(1, 16, num_layers=2, batch_first=True).to(device), nn.Linear(16, 2).to(device)
        step = torch.optim.Adam([*network.parameters(), *head.parameters()], lr=0.01)
        bits = torch.randint(2, (64, 9), generator=torch.Generator().manual_seed(1)).to(device)
        curve = []
        for _ in range(30):
            loss = nn.functional.cross_entropy(head(network(bits[..., None].float())[0][:, -1]), bits[:, -1])
            step.zero_grad()
            loss.backward()
            step.step()
            curve.append(loss.item())
        curves.append(curve)
    worst = max(abs(a - b) for a, b in zip(*curves))
    assert worst < TOLERANCE, curves
    return f"30 steps, loss {curves[1][0]:.3f} to {curves[1][-1]:.3f}, largest difference {worst:.1g}"


def attention():
    torch.manual_seed(0)
    layer = nn.TransformerEncoderLayer(32, 4, 64, dropout=0.0, batch_first=True)
    data = torch.randn(4, 10, 32)
    expected = layer(data)
    expected.square().sum().backward()
    gradient = layer.linear1.weight.grad.clone()
    layer.zero_grad()
    layer.cuda()
    found = layer(data.cuda())
    found.square().sum().backward()
    torch.testing.assert_close(found.cpu(), expected, atol=1e-4, rtol=1e-4)
    torch.testing.assert_close(layer.linear1.weight.grad.cpu(), gradient, atol=1e-3, rtol=1e-3)
    return "a layer of a transformer, forward and backward"


def mixed_precision():
    torch.manual_seed(0)
    network = cnn().cuda()
    step, scaler = torch.optim.SGD(network.parameters(), lr=0.05, momentum=0.9), torch.cuda.amp.GradScaler()
    pixels, labels = (one.cuda() for one in images())
    curve = []
    for number in range(STEPS):
        batch = slice(32 * number % 256, 32 * number % 256 + 32)
        with torch.autocast("cuda", dtype=torch.float16):
            logits = network(pixels[batch])
            loss = nn.functional.cross_entropy(logits, labels[batch])
        assert logits.dtype == torch.float16, logits.dtype
        step.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(step)
        scaler.update()
        curve.append(loss.item())
    exact = losses("cpu", cnn)
    worst = max(abs(a - b) for a, b in zip(exact, curve))
    assert worst < 0.05, f"{worst}: {curve[-3:]} and {exact[-3:]}"
    return f"{STEPS} steps in float16, scale {scaler.get_scale():g}, loss differs by at most {worst:.2g} from float32"


def graph():
    """A whole step of training as a graph, launched a hundred times."""
    torch.manual_seed(0)
    network = mlp().cuda()
    step = torch.optim.SGD(network.parameters(), lr=0.05)
    pixels, labels = (one.cuda() for one in images())
    batch, wanted = torch.zeros(32, 1, 12, 12, device="cuda"), torch.zeros(32, dtype=torch.int64, device="cuda")
    side = torch.cuda.Stream()
    state = {name: value.clone() for name, value in network.state_dict().items()}
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            step.zero_grad(set_to_none=True)
            nn.functional.cross_entropy(network(batch), wanted).backward()
            step.step()
    torch.cuda.current_stream().wait_stream(side)
    network.load_state_dict(state)
    step.zero_grad(set_to_none=True)
    recorded = torch.cuda.CUDAGraph()
    with torch.cuda.graph(recorded):
        loss = nn.functional.cross_entropy(network(batch), wanted)
        loss.backward()
        step.step()
    curve = []
    for number in range(STEPS):
        part = slice(32 * number % 256, 32 * number % 256 + 32)
        batch.copy_(pixels[part])
        wanted.copy_(labels[part])
        recorded.replay()
        curve.append(loss.item())
    plain = losses("cuda", mlp, optimizer=lambda p: torch.optim.SGD(p, lr=0.05))
    assert curve == plain, f"{curve[:3]} and {plain[:3]}"
    return f"{STEPS} launches of a recorded step, losses equal those of {STEPS} plain ones bit by bit"


def streams():
    first, second = torch.cuda.Stream(), torch.cuda.Stream()
    data = torch.arange(1 << 16, device="cuda", dtype=torch.float32)
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    begin.record()
    for stream in (first, second):
        stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(first):
        left = data * 2
        ready = first.record_event()
    with torch.cuda.stream(second):
        right = data + 1
        second.wait_event(ready)
        both = left + right
    torch.cuda.current_stream().wait_stream(second)
    end.record()
    end.synchronize()
    assert torch.equal(both.cpu(), torch.arange(1 << 16) * 3.0 + 1)
    assert begin.elapsed_time(end) >= 0 and second.query()
    return "two streams that join by events"


def pinned_loader():
    pixels, labels = images()
    loader = DataLoader(TensorDataset(pixels, labels), batch_size=50, num_workers=2, pin_memory=True)
    seen = []
    for batch, wanted in loader:
        assert batch.is_pinned() and wanted.is_pinned()
        seen.append((batch.to("cuda", non_blocking=True), wanted.to("cuda", non_blocking=True)))
    assert torch.equal(torch.cat([one for one, _ in seen]).cpu(), pixels)
    assert torch.equal(torch.cat([one for _, one in seen]).cpu(), labels)
    return f"{len(seen)} batches by 2 workers through pinned memory"


def memory():
    torch.cuda.empty_cache()
    before = torch.cuda.memory_allocated()
    kept = torch.empty(1 << 20, device="cuda")
    assert torch.cuda.memory_allocated() - before == 1 << 22
    free, total = torch.cuda.mem_get_info()
    assert 0 < free < total
    del kept
    try:
        torch.empty(1 << 45, device="cuda")
    except torch.cuda.OutOfMemoryError:
        return f"{total >> 20} MiB, and an error where they do not suffice"
    raise AssertionError("a device of 32 TiB")


CHECKS = (mlp_by_sgd, mlp_by_adam, cnn_by_sgd, lstm, attention, mixed_precision, graph, streams, pinned_loader, memory)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="a pattern that names must have")
    only = parser.parse_args().only
    torch.set_num_threads(1)
    torch.backends.cuda.matmul.allow_tf32 = False
    failed = 0
    for check in CHECKS:
        if not re.search(only, check.__name__):
            continue
        begin = time.monotonic()
        try:
            print(f"ok {check.__name__}: {check()} ({time.monotonic() - begin:.1f} s)", flush=True)
        except Exception as error:
            failed += 1
            traceback.print_exc()
            print(f"not ok {check.__name__}: {type(error).__name__}: {error}", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
