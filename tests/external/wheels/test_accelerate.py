# SPDX-License-Identifier: MIT
"""accelerate: a loop of training in float32 and in bfloat16, and a model that is spread by a device map."""
import torch
from accelerate import Accelerator, dispatch_model
from accelerate.state import AcceleratorState
from accelerate.utils import set_seed
from check import check, close, finish


def train(accelerator):
    set_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(10, 32), torch.nn.ReLU(), torch.nn.Linear(32, 1))
    x = torch.randn(64, 10)
    data = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x, x.sum(1, keepdim=True)), batch_size=16)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 5)
    if accelerator:
        model, optimizer, data, schedule = accelerator.prepare(model, optimizer, data, schedule)
    losses = []
    for _ in range(3):
        for inputs, targets in data:
            optimizer.zero_grad()
            loss = torch.nn.functional.mse_loss(model(inputs), targets)
            accelerator.backward(loss) if accelerator else loss.backward()
            if accelerator:
                accelerator.clip_grad_norm_(model.parameters(), 100.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.detach().cpu().float())
    return torch.stack(losses)


@check
def training():
    accelerator = Accelerator()
    assert accelerator.device.type == "cuda"
    return close(train(accelerator), train(None), 1e-3)


@check
def training_in_bfloat16():
    AcceleratorState._reset_state()
    return close(train(Accelerator(mixed_precision="bf16")), train(None), 0.05)


@check
def device_map():
    model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)).eval()
    x = torch.randn(4, 8)
    expected = model(x)
    spread = dispatch_model(model, {"0": 0, "1": "cpu"}, main_device=0)
    return close(spread(x.cuda()), expected)


finish()
