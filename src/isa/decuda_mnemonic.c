/* SPDX-License-Identifier: MIT */
/* This file prints and parses the mnemonic heads of decuda's syntax: see decuda_mnemonic.h. */
#include "isa/decuda_mnemonic.h"

#include <ctype.h>

#include "isa/text.h"

/* ---------------------------------------------------------------- types */

size_t hw_type_read(const char *text, struct hw_operand_type *type)
{
    if (!strncmp(text, "label", 5)) {
        *type = (struct hw_operand_type){'l', 0};
        return 5;
    }
    if (!strchr("subf", text[0]) || !isdigit((unsigned char)text[1]))
        return 0;
    unsigned bits = 0;
    size_t length = 1;
    for (; isdigit((unsigned char)text[length]) && bits < 128; length++)
        bits = bits * 10 + (unsigned)(text[length] - '0');
    *type = (struct hw_operand_type){text[0], (uint8_t)bits};
    return length;
}

static bool same_type(struct hw_operand_type a, struct hw_operand_type b, bool any_sign)
{
    return a.bits == b.bits &&
           (a.kind == b.kind || (any_sign && strchr("sub", a.kind) && strchr("sub", b.kind)));
}

static bool all_equal(const struct hw_types *types)
{
    for (unsigned i = 1; i < types->count; i++)
        if (!same_type(types->type[i], types->type[0], false))
            return false;
    return true;
}

struct hw_operand_type hw_types_source(const struct hw_types *types)
{
    if (types->count < 2)
        return types->count ? types->type[0] : (struct hw_operand_type){'b', 32};
    /* destination, accumulator, factors: the short mad24 */
    bool accumulator = types->count == 4 && types->type[1].bits > types->type[2].bits;
    return types->type[1 + accumulator];
}

struct hw_operand_type hw_types_last(const struct hw_types *types)
{
    return types->count ? types->type[types->count - 1] : (struct hw_operand_type){'b', 32};
}

/* ---------------------------------------------------------------- reading */

static bool is_end(char c)
{
    return !c || c == ' ' || c == '\t' || c == '#';
}

bool hw_decuda_mnemonic_read(struct hw_parser *p)
{
    struct hw_decuda_mnemonic *h = &p->head;
    const char *s = p->at;
    h->start = s;
    h->mod_count = h->types.count = 0;
    h->half = false;
    while (!is_end(*s) && *s != '.')
        s++;
    h->base_length = (uint8_t)(s - h->start);
    while (*s == '.') {
        const char *text = ++s;
        while (!is_end(*s) && *s != '.')
            s++;
        struct hw_operand_type type;
        if (hw_type_read(text, &type) == (size_t)(s - text) && h->types.count < HW_DECUDA_MNEMONIC_TYPES) {
            h->type[h->types.count].text = text;
            h->type[h->types.count].length = (uint8_t)(s - text);
            h->types.type[h->types.count++] = type;
        } else if (h->mod_count < HW_DECUDA_MNEMONIC_MODS && s - text < 32) {
            h->mod[h->mod_count].text = text;
            h->mod[h->mod_count++].length = (uint8_t)(s - text);
            h->half |= s - text == 4 && !memcmp(text, "half", 4);
        } else {
            p->at = text;
            return hw_expect(p, "a modifier or a type");
        }
    }
    h->end = s;
    return true;
}

void hw_decuda_mnemonic_begin(struct hw_parser *p)
{
    struct hw_decuda_mnemonic *h = &p->head;
    h->claims = (struct hw_claims){.open = true};
}

/* Whether a suffix is a type: a quick check. */
static inline bool is_type(const char *text)
{
    return ((text[0] == 's' || text[0] == 'u' || text[0] == 'b' || text[0] == 'f') && text[1] >= '0' &&
            text[1] <= '9') ||
           (text[0] == 'l' && text[1] == 'a' && text[2] == 'b');
}

/* A single type in the text is that of every operand. */
static bool claim_type(struct hw_decuda_mnemonic *h, const char *text, size_t length, bool any_sign)
{
    unsigned index = h->types.count == 1 ? 0 : h->claims.next_type;
    struct hw_operand_type type;
    if (index >= h->types.count)
        return false;
    if (h->type[index].length != length || memcmp(h->type[index].text, text, length))
        if (!any_sign || !hw_type_read(text, &type) || !same_type(h->types.type[index], type, true))
            return false;
    h->claims.next_type++;
    return true;
}

static bool claim_mod(struct hw_decuda_mnemonic *h, const char *text, size_t length)
{
    for (unsigned i = 0; i < h->mod_count; i++)
        if (!(h->claims.mods >> i & 1) && h->mod[i].length == length &&
            !memcmp(h->mod[i].text, text, length)) {
            h->claims.mods |= (uint16_t)(1u << i);
            return true;
        }
    return false;
}

/* Claim every part of `text`: the base, or suffixes with their points. */
static bool claim_all(struct hw_decuda_mnemonic *h, const char *text, size_t length, bool any_sign)
{
    const char *end = text + length;
    while (text < end) {
        bool suffix = *text == '.';
        text += suffix;
        const char *stop = text;
        while (stop < end && *stop != '.')
            stop++;
        size_t part = (size_t)(stop - text);
        bool ok;
        if (!suffix) {
            ok = !h->claims.base && part == h->base_length && !memcmp(text, h->start, part);
            h->claims.base = ok;
        } else if (is_type(text)) {
            ok = claim_type(h, text, part, any_sign);
        } else {
            ok = claim_mod(h, text, part);
        }
        if (!ok)
            return false;
        text += part;
    }
    return true;
}

bool hw_decuda_mnemonic_claim(struct hw_parser *p, const char *text, size_t length)
{
    struct hw_claims before = p->head.claims;
    if (claim_all(&p->head, text, length, false))
        return true;
    p->head.claims = before;
    return false;
}

bool hw_decuda_mnemonic_literal(struct hw_parser *p, const struct hw_element *item, const char **rest)
{
    const char *text = hw_element_text(item), *blank = text, *end = text + item->length;
    while (blank < end && *blank != ' ')
        blank++;
    *rest = blank = blank < end ? blank : NULL;
    if (!claim_all(&p->head, text, blank ? (size_t)(blank - text) : item->length, p->head.any_sign))
        return hw_expect(p, "the modifiers and types of an instruction");
    return !blank || hw_decuda_mnemonic_close(p);
}

/* The longest text that can be claimed; the empty one, or a value without any, if none can. */
bool hw_decuda_mnemonic_enum(struct hw_parser *p, const struct hw_element *item)
{
    const struct hw_enum *table = hw_element_table(item);
    const struct hw_enum_entry *best = NULL, *empty = hw_enum_empty(table);
    struct hw_claims before = p->head.claims, after = before;
    for (unsigned i = 0; i < table->count; i++) {
        const struct hw_enum_entry *entry = &table->entry[i];
        if (entry->length && (!best || entry->length > best->length)) {
            if (claim_all(&p->head, entry->text, entry->length, false)) {
                best = entry;
                after = p->head.claims;
            }
            p->head.claims = before;
        }
    }
    if (best)
        p->head.claims = after;
    else if (!empty)
        return hw_omit_enum(p, item, "a modifier or type that this instruction can have");
    return hw_give_enum(p, item, (best ? best : empty)->value);
}

bool hw_decuda_mnemonic_close(struct hw_parser *p)
{
    struct hw_decuda_mnemonic *h = &p->head;
    h->claims.open = false;
    for (unsigned i = 0; i < h->mod_count; i++)
        if (!(h->claims.mods >> i & 1)) {
            p->at = h->mod[i].text;
            return hw_expect(p, "a modifier that this instruction can have");
        }
    if (h->guarded && !h->claims.guard)
        return hw_expect(p, "no guard on this instruction");
    if (h->types.count > h->claims.next_type && !all_equal(&h->types))
        return hw_expect(p, "fewer types");
    p->at = h->end;
    return true;
}

/* ---------------------------------------------------------------- writing */

void hw_decuda_mnemonic_finish(struct hw_printer *p)
{
    char *first_end = NULL;
    p->types.count = 0;
    *p->at = '\0';
    for (char *s = p->head; s < p->at; s++) {
        if (*s != '.')
            continue;
        struct hw_operand_type type;
        size_t length = hw_type_read(s + 1, &type);
        if (!length || p->types.count == HW_DECUDA_MNEMONIC_TYPES)
            continue;
        p->types.type[p->types.count++] = type;
        s += length;
        if (!first_end)
            first_end = s + 1;
    }
    if (p->types.count > 1 && all_equal(&p->types)) {
        p->at = first_end;
        p->types.count = 1;
    }
    p->head = NULL;
}
