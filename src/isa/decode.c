/* SPDX-License-Identifier: MIT */
/* The instruction decoder and encoder translate between machine words and a form (encoding) with field
 * values.
 *
 * The generated decision tree leads to a leaf of a few forms.  The instruction is the first form whose fixed
 * bits match and which exists on the chip and in the program type.  Encoding is the inverse, bit for bit:
 * fixed bits, fields, and the bits that the decoder kept as ignored and unknown. */
#include "isa/tables.h"

#include <halfwarp/scheduling_bits.h>

#include <string.h>

static uint64_t load_little(const uint8_t *code, unsigned bytes)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < bytes; i++)
        word |= (uint64_t)code[i] << (8 * i);
    return word;
}

static inline bool matches(const struct hw_mask *m, const uint64_t word[2])
{
    return !(((word[0] & m->mask[0]) ^ m->value[0]) | ((word[1] & m->mask[1]) ^ m->value[1]));
}

bool hw_form_never(const struct hw_form *form, const uint64_t word[2])
{
    const struct hw_mask *never = hw_form_never_masks(form);
    for (unsigned i = 0; i < form->never_count; i++)
        if (matches(&never[i], word))
            return true;
    return false;
}

static bool form_accepts(const struct hw_form *form, const struct hw_target *target, const uint64_t word[2])
{
    const bool dont_care = form->dont_care_chips >> target->chip & 1;
    const uint64_t seen[2] = {word[0] & ~(dont_care ? form->dont_care[0] : 0),
                              word[1] & ~(dont_care ? form->dont_care[1] : 0)};
    if (!matches(&form->fixed, seen) || !(form->chips >> target->chip & 1) ||
        !(form->programs >> target->program & 1))
        return false;
    return !hw_form_never(form, word);
}

static const struct hw_form *find_form(const struct hw_target *target, const uint64_t word[2], unsigned bytes)
{
    const struct hw_tree *tree = &target->isa->tree[target->program];
    const struct hw_node *node = tree->node;
    if (!node)
        return NULL;
    while (node->bits)
        node = &tree->node[node->next + hw_extract(word, node->shift, node->bits)];
    for (const int16_t *number = &tree->leaf[node->next]; *number >= 0; number++) {
        const struct hw_form *form = &target->isa->form[*number];
        if (form->bytes == bytes && form_accepts(form, target, word))
            return form;
    }
    return NULL;
}

static uint64_t read_field(const struct hw_field *field, const uint64_t word[2])
{
    uint64_t value = hw_extract(word, field->part[0].shift, field->part[0].bits);
    unsigned at = field->part[0].bits;
    for (unsigned i = 1; i < field->parts; i++) {
        value |= hw_extract(word, field->part[i].shift, field->part[i].bits) << at;
        at += field->part[i].bits;
    }
    return value;
}

unsigned hw_insn_length(const struct hw_target *target, uint8_t first)
{
    const struct hw_isa *isa = target->isa;
    return (first & isa->short_mask) == isa->short_value ? isa->min_bytes : isa->max_bytes;
}

/* The first bytes of an instruction, which is unknown as yet. */
static void load_word(struct hw_insn *insn, const uint8_t *bytes, unsigned length)
{
    insn->form = NULL;
    insn->foreign = false;
    insn->control = HW_NO_CONTROL;
    insn->bytes = (uint8_t)length;
    insn->word[0] = load_little(bytes, length < 8 ? length : 8);
    insn->word[1] = length > 8 ? load_little(bytes + 8, length - 8) : 0;
    insn->ignored[0] = insn->ignored[1] = insn->unknown[0] = insn->unknown[1] = 0;
}

hw_status hw_decode(const struct hw_target *target, const void *code, size_t length, struct hw_insn *insn)
{
    const uint8_t *bytes = code;
    unsigned needed = target->isa->min_bytes;
    if (length >= needed)
        needed = hw_insn_length(target, bytes[0]);
    const bool whole = length >= needed;
    load_word(insn, bytes, whole ? needed : 0);
    insn->bytes = (uint8_t)needed;
    if (!whole)
        return HW_ERR_FORMAT;

    const struct hw_form *form = find_form(target, insn->word, insn->bytes);
    if (!form || !hw_control_legal(target->isa, form, target->chip, insn->word))
        return HW_OK;
    insn->form = form;
    insn->foreign = !(form->assembled >> target->chip & 1);
    if (form->control.bits)
        insn->control = (uint32_t)hw_extract(insn->word, form->control.shift, form->control.bits);
    const struct hw_field *field = hw_form_fields(form);
    for (unsigned i = 0; i < form->field_count; i++)
        insn->field[i] = read_field(&field[i], insn->word);
    for (unsigned i = 0; i < 2; i++) {
        insn->ignored[i] = (insn->word[i] ^ form->ignored.value[i]) & form->ignored.mask[i];
        insn->unknown[i] = insn->word[i] & (form->unknown[i] | form->dont_care[i]);
    }
    return HW_OK;
}

hw_status hw_decode_word(const struct hw_target *target, const void *code, size_t length,
                         struct hw_insn *insn)
{
    hw_status status = hw_decode(target, code, length, insn);
    if (length > target->isa->max_bytes)
        return HW_ERR_FORMAT;
    if (status == HW_OK && insn->bytes < length)
        load_word(insn, code, (unsigned)length);
    return status;
}

/* Whether a long instruction stands where only short ones do. */
static bool is_misplaced(const struct hw_target *target, uint8_t first, size_t offset)
{
    return target->isa->min_bytes != target->isa->max_bytes && offset % hw_insn_length(target, first);
}

hw_status hw_decode_code(const struct hw_target *target, const void *code, size_t length, size_t *offset,
                         struct hw_insn *insn)
{
    const uint8_t *bytes = code;
    size_t next = hw_code_next_offset(target, *offset);
    if (next != *offset && (next > length || hw_code_is_control(target, code, *offset)))
        *offset = next;
    if (*offset >= length)
        return HW_ERR_FORMAT;
    if (length - *offset >= target->isa->min_bytes && is_misplaced(target, bytes[*offset], *offset)) {
        load_word(insn, bytes + *offset, target->isa->min_bytes);
        return HW_OK;
    }
    hw_status status = hw_decode(target, bytes + *offset, length - *offset, insn);
    if (!status && hw_target_group(target))
        insn->control = hw_code_control(target, code, *offset);
    return status;
}

/* The bits that an instruction has in its own word. */
static void encode_control(const struct hw_insn *insn, uint64_t word[2])
{
    const struct hw_bits *bits = &insn->form->control;
    uint32_t control = insn->control;
    if (!bits->bits)
        return;
    const uint32_t unstated = insn->form->sets == HW_SETS_ANY ? 0 : HW_CONTROL_UNSTATED;
    if (control == HW_NO_CONTROL)
        control = unstated;
    else if (control & HW_CONTROL_REUSE_ONLY)
        control = unstated | (control & HW_CONTROL_REUSE);
    hw_insert(word, bits->shift, bits->bits, control);
}

void hw_encode(struct hw_insn *insn)
{
    const struct hw_form *form = insn->form;
    if (!form)
        return;
    uint64_t word[2];
    for (unsigned i = 0; i < 2; i++) {
        insn->ignored[i] &= form->ignored.mask[i];
        insn->unknown[i] &= form->unknown[i] | form->dont_care[i];
        word[i] = form->fixed.value[i] | (form->ignored.value[i] ^ insn->ignored[i]) | insn->unknown[i];
    }
    const struct hw_field *field = hw_form_fields(form);
    for (unsigned i = 0; i < form->field_count; i++, field++) {
        uint64_t value = insn->field[i];
        for (unsigned part = 0; part < field->parts; part++) {
            hw_insert(word, field->part[part].shift, field->part[part].bits, value);
            value = field->part[part].bits < 64 ? value >> field->part[part].bits : 0;
        }
    }
    encode_control(insn, word);
    insn->word[0] = word[0];
    insn->word[1] = word[1];
    insn->bytes = form->bytes;
}

void hw_insn_store(const struct hw_insn *insn, void *code)
{
    struct hw_insn encoded = *insn;
    uint8_t *bytes = code;
    hw_encode(&encoded);
    for (unsigned i = 0; i < encoded.bytes; i++)
        bytes[i] = (uint8_t)(encoded.word[i / 8] >> (8 * (i % 8)));
}
