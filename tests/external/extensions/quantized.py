# SPDX-License-Identifier: MIT
"""bitsandbytes: numbers of 8 and 4 bits, its optimizer and its product of 8-bit integers, against PyTorch on the CPU."""
import bitsandbytes as bnb
import bitsandbytes.functional as F
import torch


def blocks_of_8_bits():
    values = torch.randn(5000, device="cuda")
    quantized, state = F.quantize_blockwise(values)
    back = F.dequantize_blockwise(quantized, state)
    codes = state.code.cpu()
    scaled = (values.cpu()[:4096] / values.cpu()[:4096].abs().max()).clamp(-1, 1)
    nearest = codes[(scaled[:, None] - codes).abs().argmin(1)] * values.cpu()[:4096].abs().max()
    torch.testing.assert_close(back.cpu()[:4096], nearest, atol=1e-2, rtol=0)
    return f"largest error {(back - values).abs().max().item():.3f}"


def blocks_of_4_bits():
    weights = torch.randn(64, 128, device="cuda", dtype=torch.float16)
    errors = {}
    for kind in ("fp4", "nf4"):
        quantized, state = F.quantize_4bit(weights, quant_type=kind)
        errors[kind] = (F.dequantize_4bit(quantized, state, quant_type=kind) - weights).abs().mean().item()
    assert errors["nf4"] < errors["fp4"] < 0.11, errors
    return f"mean errors {errors}"


def product_of_integers():
    layer = torch.nn.Linear(128, 64, bias=False)
    inputs = torch.randn(8, 128)
    expected = layer(inputs)
    integers = bnb.nn.Linear8bitLt(128, 64, bias=False, has_fp16_weights=False)
    integers.load_state_dict(layer.state_dict())
    found = integers.cuda()(inputs.cuda().half()).float().cpu()
    error = ((found - expected).norm() / expected.norm()).item()
    assert error < 0.02, error
    return f"relative error {error:.4f}"


def optimizer_of_8_bits():
    start = torch.randn(64, 64)
    ends = []
    for device, make in (("cpu", torch.optim.Adam), ("cuda", lambda p, lr: bnb.optim.Adam8bit(p, lr=lr, min_8bit_size=1))):
        weights = torch.nn.Parameter(start.clone().to(device))
        optimizer = make([weights], lr=0.01)
        for _ in range(50):
            loss = weights.square().sum()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        ends.append(loss.item())
    assert abs(ends[0] - ends[1]) < 0.02 * ends[0], ends
    return f"loss after 50 steps {ends[1]:.1f}, of Adam in single precision {ends[0]:.1f}"


torch.manual_seed(0)
for check in (blocks_of_8_bits, blocks_of_4_bits, product_of_integers, optimizer_of_8_bits):
    print(f"ok {check.__name__}: {check()}", flush=True)
