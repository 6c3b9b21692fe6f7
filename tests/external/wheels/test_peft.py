# SPDX-License-Identifier: MIT
"""peft: adapters of several kinds on a small Llama, trained for five steps, against the CPU."""
import copy

import torch
import transformers
from check import check, close, finish
from peft import IA3Config, LoHaConfig, LoraConfig, get_peft_model

torch.manual_seed(0)
base = transformers.LlamaForCausalLM(transformers.LlamaConfig(hidden_size=64, intermediate_size=128, num_hidden_layers=2, num_attention_heads=4,
                                                              num_key_value_heads=2, vocab_size=200))
words = torch.randint(0, 200, (2, 12))


def train(config, device):
    torch.manual_seed(3)
    model = get_peft_model(copy.deepcopy(base), config).to(device)
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=1e-3)
    losses = []
    for _ in range(5):
        optimizer.zero_grad()
        loss = model(input_ids=words.to(device), labels=words.to(device)).loss
        loss.backward()
        optimizer.step()
        losses.append(loss.detach().cpu())
    merged = model.merge_and_unload().eval()
    return torch.stack(losses), merged(words.to(device)).logits


def adapters(config):
    (expected, expected_logits), (found, logits) = train(config, "cpu"), train(config, "cuda")
    return f"{close(found, expected, 1e-3)}, merged {close(logits, expected_logits, 1e-2)}"


@check
def lora():
    return adapters(LoraConfig(r=4, target_modules=["q_proj", "v_proj"], task_type="CAUSAL_LM"))


@check
def dora():
    return adapters(LoraConfig(r=4, target_modules=["q_proj", "v_proj"], use_dora=True, task_type="CAUSAL_LM"))


@check
def loha():
    return adapters(LoHaConfig(r=4, target_modules=["q_proj"], task_type="CAUSAL_LM"))


@check
def ia3():
    return adapters(IA3Config(target_modules=["k_proj", "down_proj"], feedforward_modules=["down_proj"], task_type="CAUSAL_LM"))


finish()
