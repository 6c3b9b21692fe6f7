# SPDX-License-Identifier: MIT
"""faiss-gpu: exact search by distance and by product, inverted lists, product quantisation, k-means, against faiss on the CPU."""
import faiss
import numpy as np
from check import check, finish

numbers = np.random.default_rng(0)
base, asked = numbers.standard_normal((2000, 32), np.float32), numbers.standard_normal((20, 32), np.float32)
resources = faiss.StandardGpuResources()
resources.setTempMemory(64 << 20)


def compare(host, most=0.0):
    there = faiss.index_cpu_to_gpu(resources, 0, host)
    (expected, rows), (found, found_rows) = host.search(asked, 10), there.search(asked, 10)
    other = (rows != found_rows).mean()
    assert other <= most, f"{other:.3f} of the rows differ"
    np.testing.assert_allclose(np.sort(found), np.sort(expected), rtol=1e-3, atol=1e-2)
    return f"{(1 - other) * 100:.1f} % of the rows equal"


@check
def flat():
    found = []
    for make in (faiss.IndexFlatL2, faiss.IndexFlatIP):
        index = make(32)
        index.add(base)
        found.append(compare(index, 0.01))
    return ", ".join(found)


@check
def inverted_lists():
    index = faiss.IndexIVFFlat(faiss.IndexFlatL2(32), 32, 16)
    index.train(base)
    index.add(base)
    index.nprobe = 4
    return compare(index, 0.02)


@check
def product_quantisation():
    index = faiss.IndexIVFPQ(faiss.IndexFlatL2(32), 32, 8, 8, 8)
    index.train(base)
    index.add(base)
    index.nprobe = 4
    return compare(index, 0.1)


@check
def added_there():
    index = faiss.GpuIndexFlatL2(resources, 32)
    index.add(base)
    host = faiss.IndexFlatL2(32)
    host.add(base)
    assert (index.search(asked, 5)[1] == host.search(asked, 5)[1]).mean() > 0.99


@check
def k_means():
    clusters = faiss.Kmeans(32, 8, niter=5, gpu=True, seed=1)
    found = clusters.train(base)
    host = faiss.Kmeans(32, 8, niter=5, gpu=False, seed=1)
    assert abs(found / host.train(base) - 1) < 0.01


finish()
