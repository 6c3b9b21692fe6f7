# SPDX-License-Identifier: MIT
"""lightning: a fit of two epochs with validation, in float32 and mixed float16, against the same on the CPU."""
import logging
import tempfile
import warnings

import lightning
import torch
from check import check, close, finish

logging.getLogger("lightning.pytorch").setLevel(logging.ERROR)
warnings.filterwarnings("ignore")


class Model(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Conv2d(1, 8, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(8 * 36, 10))
        self.losses = []

    def training_step(self, batch, _):
        loss = torch.nn.functional.cross_entropy(self.layers(batch[0]), batch[1])
        self.losses.append(loss.detach().float().cpu())
        return loss

    def validation_step(self, batch, _):
        self.log("right", (self.layers(batch[0]).argmax(1) == batch[1]).float().mean())

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=0.01)


def fit(accelerator, precision):
    lightning.seed_everything(0, verbose=False)
    model = Model()
    data = torch.utils.data.TensorDataset(torch.randn(48, 1, 8, 8), torch.randint(0, 10, (48,)))
    with tempfile.TemporaryDirectory() as folder:
        trainer = lightning.Trainer(max_epochs=2, accelerator=accelerator, devices=1, precision=precision, default_root_dir=folder, logger=False,
                                    enable_progress_bar=False, enable_model_summary=False, enable_checkpointing=False)
        loader = torch.utils.data.DataLoader(data, batch_size=16)
        trainer.fit(model, loader, loader)
    return torch.stack(model.losses)


@check
def two_epochs():
    return close(fit("gpu", "32-true"), fit("cpu", "32-true"), 1e-3)


@check
def two_epochs_in_mixed_float16():
    return close(fit("gpu", "16-mixed"), fit("cpu", "32-true"), 0.05)


finish()
