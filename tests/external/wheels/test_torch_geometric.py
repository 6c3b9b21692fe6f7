# SPDX-License-Identifier: MIT
"""torch-geometric without its extensions (none is on PyPI as a wheel): convolutions on a random graph, against the CPU."""
import torch
from check import check, close, finish
from torch_geometric.nn import GATConv, GCNConv, GINConv, SAGEConv, global_mean_pool
from torch_geometric.utils import scatter, softmax

torch.manual_seed(0)
x, edges = torch.randn(50, 16), torch.randint(0, 50, (2, 300))


@check
def convolutions():
    found = []
    for layer in (GCNConv(16, 8), SAGEConv(16, 8, aggr="max"), GATConv(16, 8, heads=2), GINConv(torch.nn.Linear(16, 8))):
        results = []
        for device in ("cpu", "cuda"):
            layer = layer.to(device)
            leaf = x.clone().to(device).requires_grad_()
            result = layer(leaf, edges.to(device))
            result.square().sum().backward()
            results.append((result, leaf.grad))
        found.append(", ".join(close(a, b, 1e-3) for b, a in zip(*results)))
    return "; ".join(found)


@check
def scattered():
    index = torch.randint(0, 7, (50,))
    found = [close(scatter(x.cuda(), index.cuda(), reduce=how), scatter(x, index, reduce=how)) for how in ("sum", "mean", "max", "min", "mul")]
    found.append(close(softmax(x.cuda(), index.cuda()), softmax(x, index)))
    found.append(close(global_mean_pool(x.cuda(), index.cuda()), global_mean_pool(x, index)))
    return ", ".join(found)


finish()
