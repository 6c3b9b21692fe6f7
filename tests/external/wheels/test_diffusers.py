# SPDX-License-Identifier: MIT
"""diffusers: a small UNet, autoencoder and transformer of random weights, and steps of a scheduler, against the CPU."""
import torch
from check import check, close, finish
from diffusers import AutoencoderKL, DDIMScheduler, DiTTransformer2DModel, UNet2DConditionModel

torch.manual_seed(0)


def unet():
    return UNet2DConditionModel(sample_size=16, in_channels=4, out_channels=4, layers_per_block=1, block_out_channels=(32, 64),
                                down_block_types=("DownBlock2D", "CrossAttnDownBlock2D"), up_block_types=("CrossAttnUpBlock2D", "UpBlock2D"),
                                cross_attention_dim=32, attention_head_dim=8, norm_num_groups=8).eval()


@check
def unet_forward_and_backward():
    model, x, words = unet(), torch.randn(2, 4, 16, 16), torch.randn(2, 7, 32)
    results = []
    for device in ("cpu", "cuda"):
        model = model.to(device)
        model.zero_grad()
        found = model(x.to(device), torch.tensor([10, 500]).to(device), words.to(device)).sample
        found.square().mean().backward()
        results.append((found.detach().cpu(), model.conv_in.weight.grad.cpu().clone()))
    return ", ".join(close(found, expected, 1e-3) for expected, found in zip(*results))


@check
def five_steps():
    model, x, words = unet(), torch.randn(1, 4, 16, 16), torch.randn(1, 7, 32)
    ends = []
    for device in ("cpu", "cuda"):
        model, sample, schedule = model.to(device), x.to(device), DDIMScheduler()
        schedule.set_timesteps(5, device=device)
        with torch.no_grad():
            for step in schedule.timesteps:
                sample = schedule.step(model(sample, step, words.to(device)).sample, step, sample).prev_sample
        ends.append(sample)
    return close(ends[1], ends[0], 1e-2)


@check
def autoencoder():
    model = AutoencoderKL(block_out_channels=(16, 32), down_block_types=("DownEncoderBlock2D",) * 2, up_block_types=("UpDecoderBlock2D",) * 2,
                          norm_num_groups=8, latent_channels=4).eval()
    x = torch.randn(1, 3, 32, 32)
    with torch.no_grad():
        expected = model.decode(model.encode(x).latent_dist.mode()).sample
        model = model.cuda()
        return close(model.decode(model.encode(x.cuda()).latent_dist.mode()).sample, expected, 1e-3)


@check
def transformer_in_float16():
    model = DiTTransformer2DModel(num_attention_heads=2, attention_head_dim=16, in_channels=4, num_layers=2, sample_size=8, num_embeds_ada_norm=10,
                                  norm_num_groups=8).eval()
    x, when, kind = torch.randn(1, 4, 8, 8), torch.tensor([7]), torch.tensor([3])
    with torch.no_grad():
        expected = model(x, timestep=when, class_labels=kind).sample
        return close(model.to("cuda", torch.float16)(x.cuda().half(), timestep=when.cuda(), class_labels=kind.cuda()).sample, expected, 0.05)


finish()
