# SPDX-License-Identifier: MIT
"""kornia: filters, geometry, colours, features, against the CPU."""
import kornia
import torch
from check import check, close, finish

torch.manual_seed(0)
image = torch.rand(2, 3, 32, 40)


@check
def filters():
    found = []
    for filtered in (lambda x: kornia.filters.gaussian_blur2d(x, (5, 5), (1.5, 1.5)), kornia.filters.sobel, lambda x: kornia.filters.median_blur(x, (3, 3)),
                     lambda x: kornia.filters.bilateral_blur(x, (3, 3), 0.1, (1.5, 1.5)), lambda x: kornia.filters.canny(x)[0]):
        found.append(close(filtered(image.cuda()), filtered(image), 1e-3))
    return ", ".join(found)


@check
def geometry():
    turn = torch.tensor([30.0, -50.0])
    x = kornia.geometry.transform.rotate(image, turn)
    first = close(kornia.geometry.transform.rotate(image.cuda(), turn.cuda()), x, 1e-3)
    points, other = torch.rand(1, 8, 2), torch.rand(1, 8, 2)
    second = close(kornia.geometry.homography.find_homography_dlt(points.cuda(), other.cuda()),
                   kornia.geometry.homography.find_homography_dlt(points, other), 1e-2)
    return f"{first}, {second}"


@check
def colours_and_features():
    found = []
    for change in (kornia.color.rgb_to_hsv, kornia.color.rgb_to_lab, kornia.enhance.equalize_clahe,
                   lambda x: kornia.feature.harris_response(x.mean(1, keepdim=True)), lambda x: kornia.morphology.dilation(x, torch.ones(3, 3, device=x.device))):
        found.append(close(change(image.cuda()), change(image), 2e-3))
    return ", ".join(found)


finish()
