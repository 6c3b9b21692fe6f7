# SPDX-License-Identifier: MIT
"""spaCy over CuPy: a tagger, a text classifier and entities, trained for some steps on the GPU, against the CPU."""
import numpy as np
import spacy
from check import check, finish
from spacy.training import Example
from thinc.api import SGD, CupyOps, fix_random_seed, get_current_ops

texts = [("I like cats", "PRON VERB NOUN", 1), ("She hates rain", "PRON VERB NOUN", 0), ("We like dogs", "PRON VERB NOUN", 1),
         ("He hates snow", "PRON VERB NOUN", 0)]


def pipeline_of(weights=None):
    fix_random_seed(0)
    language = spacy.blank("en")
    for name in ("tagger", "textcat", "ner"):
        language.add_pipe(name)
    examples = []
    for text, tags, good in texts:
        marks = {"tags": tags.split(), "cats": {"GOOD": good, "BAD": 1 - good}, "entities": [(0, len(text.split()[0]), "WHO")]}
        examples.append(Example.from_dict(language.make_doc(text), marks))
    language.initialize(lambda: examples)
    return language.from_bytes(weights) if weights else language, examples


def train(weights):
    language, examples = pipeline_of(weights)
    optimizer = SGD(0.05)  # Adam makes whole steps of gradients that are 0 but for rounding
    fix_random_seed(1)
    losses = [language.update(examples, sgd=optimizer, drop=0.0) for _ in range(10)]
    document = language("We like snow")
    return losses, [(t.tag_, t.ent_type_) for t in document], document.cats


@check
def pipeline():
    spacy.require_cpu()
    weights = pipeline_of()[0].to_bytes()
    expected, tags, cats = train(weights)
    spacy.require_gpu()
    assert isinstance(get_current_ops(), CupyOps)
    found, found_tags, found_cats = train(weights)
    for a, b in zip(found, expected):
        for name in b:
            np.testing.assert_allclose(float(a[name]), float(b[name]), rtol=2e-2, atol=2e-3)
    assert tags == found_tags, (tags, found_tags)
    np.testing.assert_allclose(list(found_cats.values()), list(cats.values()), atol=1e-3)
    return f"losses {({k: round(float(v), 4) for k, v in found[1].items()})} after a step, as on the CPU"


finish()
