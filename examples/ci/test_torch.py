# SPDX-License-Identifier: MIT
"""A first test of PyTorch on a machine without a GPU: the device against the CPU."""
import torch


def test_arithmetic():
    x = torch.linspace(-3, 3, 1000)
    assert torch.allclose(torch.sin(x.cuda()).cpu(), torch.sin(x), atol=1e-6)


def test_a_step_of_training():
    losses = []
    for device in ("cpu", "cuda"):
        torch.manual_seed(1)
        model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 1))
        x, y = torch.randn(32, 8), torch.randn(32, 1)
        model, x, y = model.to(device), x.to(device), y.to(device)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for _ in range(10):
            optimizer.zero_grad()
            loss = torch.nn.functional.mse_loss(model(x), y)
            loss.backward()
            optimizer.step()
        losses.append(loss.item())
    assert abs(losses[0] - losses[1]) < 1e-5
