# SPDX-License-Identifier: MIT
"""torchvision: its own kernels (nms, roi_align and relatives, deform_conv2d), models of random weights, against the CPU."""
import torch
import torchvision
from check import check, close, finish
from torchvision import ops
from torchvision.transforms import v2

torch.manual_seed(0)


def boxes(number, size=100):
    corner = torch.rand(number, 2) * size * 0.7
    return torch.cat([corner, corner + 1 + torch.rand(number, 2) * size * 0.3], 1)


@check
def nms():
    where, scores = boxes(500), torch.rand(500)
    for limit in (0.2, 0.5, 0.8):
        assert torch.equal(ops.nms(where.cuda(), scores.cuda(), limit).cpu(), ops.nms(where, scores, limit))
    kinds = torch.randint(0, 5, (500,))
    found = ops.batched_nms(where.cuda(), scores.cuda(), kinds.cuda(), 0.4).cpu()
    assert torch.equal(found, ops.batched_nms(where, scores, kinds, 0.4))
    return f"{len(found)} of 500 boxes kept"


@check
def regions():
    image = torch.randn(2, 8, 40, 40)
    rois = torch.cat([torch.randint(0, 2, (20, 1)).float(), boxes(20, 40)], 1)
    found = []
    for name in ("roi_align", "roi_pool", "ps_roi_align", "ps_roi_pool"):
        on = [image.clone().to(device).requires_grad_() for device in ("cpu", "cuda")]
        results = [getattr(ops, name)(x, rois.to(x.device), 2) for x in on]
        for result in results:
            result.square().sum().backward()
        close(results[1], results[0])
        found.append(f"{name} {close(on[1].grad, on[0].grad)}")
    return ", ".join(found)


@check
def deformable_convolution():
    x, offset, mask, weight = torch.randn(2, 4, 12, 12), torch.randn(2, 18, 10, 10), torch.rand(2, 9, 10, 10), torch.randn(6, 4, 3, 3)
    grads = []
    for device in ("cpu", "cuda"):
        leaf = [t.clone().to(device).requires_grad_() for t in (x, offset, weight, mask)]
        result = ops.deform_conv2d(leaf[0], leaf[1], leaf[2], mask=leaf[3])
        result.square().sum().backward()
        grads.append([result] + [t.grad for t in leaf])
    return ", ".join(close(found, expected, 1e-3) for expected, found in zip(*grads))


@check
def resnet18():
    model = torchvision.models.resnet18(weights=None).eval()
    x = torch.randn(2, 3, 64, 64)
    expected = model(x)
    expected.square().sum().backward()
    gradient = model.conv1.weight.grad.clone()
    model.zero_grad()
    model = model.cuda()
    found = model(x.cuda())
    found.square().sum().backward()
    return f"{close(found, expected, 1e-3)}, gradient {close(model.conv1.weight.grad, gradient, 1e-2)}"


@check
def vision_transformer():
    model = torchvision.models.VisionTransformer(32, 8, 2, 4, 64, 128).eval()
    torch.nn.init.normal_(model.heads.head.weight)
    x = torch.randn(2, 3, 32, 32)
    expected = model(x)
    return close(model.cuda()(x.cuda()), expected, 1e-3)


@check
def detection():
    model = torchvision.models.detection.fasterrcnn_mobilenet_v3_large_320_fpn(
        weights=None, weights_backbone=None, num_classes=5, min_size=96, max_size=96, box_score_thresh=0.0).eval()
    x = [torch.rand(3, 96, 96)]
    expected = model(x)[0]
    found = model.cuda()([x[0].cuda()])[0]
    assert found["boxes"].shape == expected["boxes"].shape and len(found["boxes"])
    return f"{len(found['boxes'])} boxes, scores {close(found['scores'], expected['scores'], 1e-3)}"


@check
def transforms():
    image = torch.rand(3, 50, 60)
    steps = v2.Compose([v2.Resize((32, 32)), v2.GaussianBlur(5, 1.0), v2.Normalize([0.5] * 3, [0.2] * 3)])
    return close(steps(image.cuda()), steps(image), 1e-3)


finish()
