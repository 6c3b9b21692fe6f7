# SPDX-License-Identifier: MIT
"""transformers: small Llama, BERT, GPT-2 and Whisper of random weights: forward, generate, backward, against the CPU."""
import torch
import transformers as T
from check import check, close, finish

torch.manual_seed(0)
T.logging.set_verbosity_error()
small = dict(hidden_size=64, intermediate_size=128, num_hidden_layers=2, num_attention_heads=4, vocab_size=200)


def compare(model, inputs, generate=True, most=1e-3):
    model = model.eval()
    results = []
    for device in ("cpu", "cuda"):
        model = model.to(device)
        model.zero_grad()
        there = {name: value.to(device) for name, value in inputs.items()}
        logits = model(**there).logits
        logits.float().square().mean().backward()
        gradient = next(p.grad for p in model.parameters() if p.grad is not None and p.grad.dim() > 1).clone()
        tokens = None
        if generate:
            tokens = model.generate(**{k: v for k, v in there.items() if k != "decoder_input_ids"}, max_new_tokens=8, do_sample=False,
                                    num_beams=1, pad_token_id=0).cpu()
        results.append((logits.detach().cpu(), gradient.cpu(), tokens))
    (expected, expected_gradient, text), (found, gradient, found_text) = results
    said = f"{close(found, expected, most)}, gradient {close(gradient, expected_gradient, 10 * most)}"
    if generate:
        assert torch.equal(text, found_text), (text, found_text)
        said += f", {found_text.shape[-1]} tokens equal"
    return said


words = torch.randint(3, 200, (2, 12))


@check
def llama():
    return compare(T.LlamaForCausalLM(T.LlamaConfig(num_key_value_heads=2, **small)), {"input_ids": words, "attention_mask": torch.ones_like(words)})


@check
def bert():
    mask = torch.ones_like(words)
    mask[1, 8:] = 0
    return compare(T.BertForMaskedLM(T.BertConfig(**small)), {"input_ids": words, "attention_mask": mask}, generate=False)


@check
def gpt2():
    return compare(T.GPT2LMHeadModel(T.GPT2Config(vocab_size=200, n_embd=64, n_layer=2, n_head=4)),
                   {"input_ids": words, "attention_mask": torch.ones_like(words)})


@check
def whisper():
    config = T.WhisperConfig(vocab_size=200, d_model=64, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4,
                             decoder_attention_heads=4, encoder_ffn_dim=128, decoder_ffn_dim=128, num_mel_bins=20, max_source_positions=50,
                             pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=1, suppress_tokens=[],
                             begin_suppress_tokens=[])
    return compare(T.WhisperForConditionalGeneration(config), {"input_features": torch.randn(2, 20, 100), "decoder_input_ids": words[:, :4]})


@check
def mixtral():
    config = T.MixtralConfig(num_key_value_heads=2, num_local_experts=4, num_experts_per_tok=2, **small)
    return compare(T.MixtralForCausalLM(config), {"input_ids": words, "attention_mask": torch.ones_like(words)})


@check
def llama_in_bfloat16():
    model = T.LlamaForCausalLM(T.LlamaConfig(num_key_value_heads=2, **small)).eval()
    expected = model(words).logits
    return close(model.to("cuda", torch.bfloat16)(words.cuda()).logits, expected, 0.05)


finish()
