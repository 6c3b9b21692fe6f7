# SPDX-License-Identifier: MIT
"""spconv: a convolution of sparse points in three dimensions and its gradient, against PyTorch's dense one on the CPU."""
import spconv.pytorch as spconv
import torch

SIDE, FROM, TO = 8, 4, 6

torch.manual_seed(0)
points = torch.unique(torch.randint(0, SIDE, (60, 3), dtype=torch.int32), dim=0)
features = torch.randn(len(points), FROM)
indices = torch.cat([torch.zeros(len(points), 1, dtype=torch.int32), points], 1)
dense = torch.zeros(1, FROM, SIDE, SIDE, SIDE)
dense[0, :, points[:, 0].long(), points[:, 1].long(), points[:, 2].long()] = features.t()
for algorithm in (spconv.ConvAlgo.Native, spconv.ConvAlgo.MaskImplicitGemm):
    layer = spconv.SparseConv3d(FROM, TO, 3, padding=1, bias=False, algo=algorithm).cuda()
    found = layer(spconv.SparseConvTensor(features.cuda(), indices.cuda(), [SIDE] * 3, 1)).dense()
    found.square().sum().backward()
    weight = layer.weight.detach().cpu().permute(0, 4, 1, 2, 3).contiguous().requires_grad_()
    expected = torch.nn.functional.conv3d(dense, weight, padding=1)
    expected.square().sum().backward()
    torch.testing.assert_close(found.cpu(), expected, atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(layer.weight.grad.cpu().permute(0, 4, 1, 2, 3), weight.grad, atol=1e-3, rtol=1e-4)
    print(f"ok {algorithm}: {len(points)} points, results within {(found.cpu() - expected).abs().max().item():.1g}", flush=True)
