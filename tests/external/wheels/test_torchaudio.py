# SPDX-License-Identifier: MIT
"""torchaudio: its own kernels (lfilter, RNN-T loss, forced alignment), spectrograms and a model, against the CPU."""
import torch
import torchaudio
from check import check, close, finish
from torchaudio import functional as F

torch.manual_seed(0)
wave = torch.randn(2, 4000)


@check
def spectrograms():
    found = []
    for make in (torchaudio.transforms.Spectrogram(256), torchaudio.transforms.MelSpectrogram(16000, 256, n_mels=20),
                 torchaudio.transforms.MFCC(16000, 13, melkwargs={"n_fft": 256, "n_mels": 20}), torchaudio.transforms.Resample(16000, 8000)):
        expected = make(wave)
        found.append(close(make.cuda()(wave.cuda()), expected, 1e-3))
    return ", ".join(found)


@check
def lfilter():
    a, b = torch.tensor([1.0, -0.5, 0.2]), torch.tensor([0.3, 0.2, 0.1])
    return close(F.lfilter(wave.cuda(), a.cuda(), b.cuda(), clamp=False), F.lfilter(wave, a, b, clamp=False), 1e-4)


@check
def rnnt_loss():
    logits, targets = torch.randn(2, 10, 6, 8), torch.randint(1, 8, (2, 5), dtype=torch.int32)
    lengths, target_lengths = torch.tensor([10, 8], dtype=torch.int32), torch.tensor([5, 3], dtype=torch.int32)
    results = []
    for device in ("cpu", "cuda"):
        x = logits.clone().to(device).requires_grad_()
        loss = F.rnnt_loss(x, targets.to(device), lengths.to(device), target_lengths.to(device), blank=0)
        loss.backward()
        results.append((loss, x.grad))
    return ", ".join(close(found, expected) for expected, found in zip(*results))


@check
def forced_align():
    emission, targets = torch.randn(1, 30, 10).log_softmax(-1), torch.randint(1, 10, (1, 6), dtype=torch.int32)
    expected, scores = F.forced_align(emission, targets)
    found, found_scores = F.forced_align(emission.cuda(), targets.cuda())
    assert torch.equal(found.cpu(), expected)
    return close(found_scores, scores)


@check
def wav2vec2():
    model = torchaudio.models.wav2vec2_model(
        extractor_mode="layer_norm", extractor_conv_layer_config=[(16, 10, 5), (16, 3, 2)], extractor_conv_bias=False, encoder_embed_dim=32,
        encoder_projection_dropout=0.0, encoder_pos_conv_kernel=8, encoder_pos_conv_groups=4, encoder_num_layers=2, encoder_num_heads=4,
        encoder_attention_dropout=0.0, encoder_ff_interm_features=64, encoder_ff_interm_dropout=0.0, encoder_dropout=0.0,
        encoder_layer_norm_first=True, encoder_layer_drop=0.0, aux_num_out=10).eval()
    expected = model(wave)[0]
    return close(model.cuda()(wave.cuda())[0], expected, 1e-3)


finish()
