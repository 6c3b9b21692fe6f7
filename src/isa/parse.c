/* SPDX-License-Identifier: MIT */
/* The instruction parser tries the forms that begin with the text's mnemonic, in the order of the .isa file.
 *
 * It matches each form item by item (parse_items.c), the mirror of print.c.  The instruction is the first
 * form that takes the whole text.  When none does, the error names what the longest attempt expected where it
 * stopped. */
#include "isa/text.h"

#include <halfwarp/scheduling_bits.h>

#include <stdio.h>

/* ---------------------------------------------------------------- forms */

static bool parse_end(struct hw_parser *p)
{
    hw_accept_end(p);
    if (hw_accept(p, "#") && !hw_parse_annotations(p))
        return false;
    hw_skip_blanks(p);
    if (p->need_note)
        return hw_expect(p, p->need_note);
    if (!hw_modifiers_fit(p))
        return false;
    return !*p->at || hw_expect(p, "the end of the instruction");
}

static void begin_row(struct hw_parser *p, const struct hw_form *form)
{
    struct hw_insn *insn = p->insn;
    insn->form = form;
    insn->foreign = false;
    insn->control = HW_NO_CONTROL;
    insn->bytes = form->bytes;
    const struct hw_field *field = hw_form_fields(form);
    for (unsigned i = 0; i < form->field_count; i++)
        insn->field[i] = field[i].preset;
    insn->ignored[0] = insn->ignored[1] = insn->unknown[0] = insn->unknown[1] = 0;
    p->given = 0;
    p->need_note = NULL;
    p->unnamed = 0;
    p->implied = NULL;
    p->slot = HW_NO_SLOT;
    p->reuse = 0;
    if (p->language == HW_LANGUAGE_DECUDA)
        hw_decuda_mnemonic_begin(p);
}

/* The word; false when another form has it, whose text is this one's too, or another instruction, because the
 * chip decodes a bit that others ignore. */
static bool encode(struct hw_parser *p, unsigned chip)
{
    struct hw_insn *insn = p->insn;
    const struct hw_form *form = insn->form;
    const bool dont_care = form->dont_care_chips >> chip & 1;
    insn->word[0] = insn->word[1] = 0;
    hw_encode(insn);
    return (!hw_form_never(form, insn->word) && (dont_care || !(insn->unknown[0] & form->dont_care[0] ||
                                                                insn->unknown[1] & form->dont_care[1]))) ||
           hw_expect(p, "what this form of the instruction can have");
}

static bool parse_form(struct hw_parser *p, const struct hw_form *form)
{
    begin_row(p, form);
    const struct hw_element *item = hw_form_items(form, p->template);
    for (unsigned i = 0; i < form->item_count[p->template]; i++, item++)
        if (!hw_parse_item(p, item))
            return false;
    return (!p->head.claims.open || hw_decuda_mnemonic_close(p)) && parse_end(p);
}

const struct hw_mnemonic *hw_mnemonic_find(const struct hw_isa *isa, enum hw_text template, const char *name,
                                           size_t length)
{
    uint32_t slots = isa->mnemonic_slots[template], slot = hw_mnemonic_hash(name, length) & (slots - 1);
    for (;; slot = (slot + 1) & (slots - 1)) {
        const struct hw_mnemonic *entry = &isa->mnemonic[template][slot];
        if (!entry->name)
            return NULL;
        if (!strncmp(entry->name, name, length) && !entry->name[length])
            return entry;
    }
}

static hw_status fail_at(struct hw_error *error, hw_status status, const struct hw_parser *p, const char *at,
                         const char *sentence)
{
    hw_fail(error, status, "isa", "%s", sentence);
    if (error)
        error->column = (unsigned)(at - p->text) + 1;
    return status;
}

/* `.word 0x...`: 8, 16 or 32 digits, decoded as if it had stood in memory. */
static hw_status parse_word(const struct hw_target *target, struct hw_parser *p, struct hw_error *error)
{
    uint64_t word[2];
    const char *start = p->at;
    p->insn->form = NULL;
    p->insn->bytes = 16;
    if (!hw_accept_mask(p, word))
        return fail_at(error, HW_ERR_SYNTAX, p, p->at,
                       "expected a word in hexadecimal, as in .word 0x1100e804");
    while (*start == ' ' || *start == '\t')
        start++;
    unsigned digits = (unsigned)(p->at - start - 2), bytes = digits / 2;
    if (digits != 8 && digits != 16 && digits != 32)
        return fail_at(error, HW_ERR_SYNTAX, p, start, "expected 8, 16 or 32 hexadecimal digits");
    uint8_t code[16];
    struct hw_insn raw = {.bytes = (uint8_t)bytes, .word = {word[0], word[1]}};
    if (hw_accept(p, "#"))
        (void)(hw_accept_word(p, "unknown") || (p->at = start, true));
    hw_skip_blanks(p);
    if (*p->at)
        return fail_at(error, HW_ERR_SYNTAX, p, p->at, "expected the end of the line");
    hw_insn_store(&raw, code);
    if (hw_decode_word(target, code, bytes, p->insn) != HW_OK)
        return fail_at(error, HW_ERR_SYNTAX, p, start,
                       "expected as many digits as the instruction that the word begins has");
    return HW_OK;
}

/* decuda: `.half` stands in the text of every short form and of no other. */
static bool fits_head(const struct hw_parser *p, const struct hw_form *form)
{
    return p->language == HW_LANGUAGE_NV || p->head.half == (form->bytes == 4);
}

/* What the chip lacks is taken only where a note says so. */
static bool on_chip(struct hw_parser *p, unsigned chip)
{
    bool has = p->insn->form->assembled >> chip & 1, noted = p->insn->foreign;
    p->insn->foreign = !has;
    p->lacking |= !has && !noted;
    return has || noted;
}

/* Try the forms of one mnemonic; true when one takes the whole text. */
static bool parse_candidates(const struct hw_target *target, struct hw_parser *p,
                             const struct hw_mnemonic *mnemonic)
{
    const struct hw_isa *isa = target->isa;
    const int16_t *number = &isa->candidate[p->template][mnemonic->first];
    const char *start = p->at;
    for (uint32_t i = 0; i < mnemonic->count; i++) {
        const struct hw_form *form = &isa->form[number[i]];
        if (!hw_form_legal(form, target->chip, target->program) || !fits_head(p, form))
            continue;
        p->at = start;
        if (parse_form(p, form) && encode(p, target->chip) && on_chip(p, target->chip))
            return true;
    }
    return false;
}

/* Try one of the texts of the forms: `name` is the word that it begins with. */
static bool parse_text(const struct hw_target *target, struct hw_parser *p, enum hw_text template,
                       const char *name, size_t length, const struct hw_mnemonic **known)
{
    const struct hw_mnemonic *mnemonic = hw_mnemonic_find(target->isa, template, name, length);
    if (!mnemonic)
        return false;
    *known = mnemonic;
    p->template = template;
    return parse_candidates(target, p, mnemonic);
}

/* decuda's language: a guard and a head, then the operands.  If no form has exactly the types that the text
 * names, those of another sign are accepted: cudasm ignores the sign of most of them. */
static bool parse_decuda(const struct hw_target *target, struct hw_parser *p, const char *name, size_t length,
                         const struct hw_mnemonic **known)
{
    if (!hw_decuda_mnemonic_read(p))
        return false;
    for (unsigned any_sign = 0; any_sign < 2; any_sign++) {
        p->head.any_sign = any_sign;
        for (unsigned template = HW_TEXT_DECUDA; template <= HW_TEXT_CUDASM; template ++)
            if (parse_text(target, p, (enum hw_text) template, name, length, known))
                return true;
    }
    return false;
}

/* NVIDIA's guards by predicate stand before the mnemonic. */
static const char *behind_guard(const char *text)
{
    if (*text == '@')
        text += strcspn(text, " \t");
    return text + strspn(text, " \t");
}

/* Where a modifier stands that no form has there, or none stands: which have been looked for. */
static bool explain_modifier(const struct hw_target *target, const struct hw_parser *failed,
                             const struct hw_mnemonic *mnemonic, const char *start,
                             char sentence[HW_SENTENCE_ROOM])
{
    struct hw_choices choices = {.at = failed->furthest};
    struct hw_parser p = *failed;

    if (p.language != HW_LANGUAGE_NV || p.status != HW_ERR_SYNTAX)
        return false;
    p.choices = &choices;
    p.at = start;
    if (parse_candidates(target, &p, mnemonic))
        return false;
    return *failed->furthest == '.' && !failed->omitted
               ? hw_wrong_modifier(&choices, sentence)
               : hw_missing_modifier(&choices, failed->expected, sentence);
}

/* What is wrong, in a sentence; where a known mnemonic stands. */
static void explain(const struct hw_target *target, const struct hw_parser *p,
                    const struct hw_mnemonic *known, const char *start, char sentence[HW_SENTENCE_ROOM])
{
    if (p->status == HW_ERR_NOT_FOUND)
        hw_lacking_mnemonic(target, p->template, known, sentence);
    else if (!explain_modifier(target, p, known, start, sentence))
        snprintf(sentence, HW_SENTENCE_ROOM, p->expected[1] ? "expected %s%s" : "expected '%s'%s",
                 p->expected, hw_constant_hint(target, p->furthest));
}

hw_status hw_parse(const struct hw_target *target, enum hw_syntax syntax, const char *text, uint64_t address,
                   struct hw_insn *insn, struct hw_error *error)
{
    struct hw_parser p = {.text = text,
                          .at = text,
                          .insn = insn,
                          .language = hw_language_of(syntax),
                          .old = hw_is_old(syntax),
                          .address = address,
                          .has_reuse = hw_sched_kind(target) == HW_SCHED_SCOREBOARDS,
                          .furthest = text,
                          .status = HW_ERR_NOT_FOUND};
    hw_skip_blanks(&p);
    if (hw_accept_word(&p, ".word"))
        return parse_word(target, &p, error);
    enum hw_text written = hw_text_of(syntax);
    if (p.language != HW_LANGUAGE_NV && hw_accept_word(&p, "nv")) {
        p.language = HW_LANGUAGE_NV;
        written = HW_TEXT_NV;
    }
    if (p.language == HW_LANGUAGE_DECUDA && !hw_read_guard(&p))
        return fail_at(error, HW_ERR_SYNTAX, &p, p.at, "expected a guard, as in @$p0.ne");
    hw_skip_blanks(&p);
    const char *start = p.at, *name = behind_guard(start);
    size_t length = 0;
    while (hw_is_word(name[length]))
        length++;
    const struct hw_mnemonic *known = NULL;
    if (p.language == HW_LANGUAGE_NV ? parse_text(target, &p, written, name, length, &known)
                                     : parse_decuda(target, &p, name, length, &known)) {
        if (p.reuse) {
            insn->control = HW_CONTROL_REUSE_ONLY |
                            hw_sched_pack(HW_SCHED_SCOREBOARDS,
                                          &(struct hw_sched){.yield = 1, .reuse = (uint8_t)p.reuse});
            hw_encode(insn);
        }
        return HW_OK;
    }
    char sentence[HW_SENTENCE_ROOM] = "expected an instruction";
    if (!known && length)
        hw_unknown_mnemonic(target, written, name, length, sentence);
    if (!known)
        return fail_at(error, HW_ERR_NOT_FOUND, &p, name, sentence);
    if (p.omitted) { /* says more than what other forms expect further on */
        p.furthest = p.omitted;
        p.expected = p.omitted_expected;
        p.status = HW_ERR_SYNTAX;
    }
    if (p.lacking)
        p.status = HW_ERR_NOT_FOUND;
    explain(target, &p, known, start, sentence);
    return fail_at(error, p.status, &p, p.lacking ? name : p.furthest, sentence);
}
