/* SPDX-License-Identifier: MIT */
/* Chips with changed numbers (include/halfwarp/chip_override.h).  A chip that is made here is one allocation
 * with all that differs from the chip that it is a copy of: its numbers, its card, its name. */
#include <halfwarp/chip_override.h>

#include "machine/chip/chips.h"
#include "nearest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_BYTES 256

struct made_chip {
    struct hw_chip_info info; /* first: what the caller has */
    struct hw_card card;
    char name[NAME_BYTES];
    struct hw_chip_number numbers[];
};

/* --- keys --- */

/* What the board decides; ranges of the model's arrays, as in keys.py. */
static const struct hw_chip_key card_keys[] = {
    {"mps", offsetof(struct hw_card, mps), 1, 512, false},
    {"memory_bits", offsetof(struct hw_card, memory_bits), 8, 16384, true},
};
enum { CARD_KEYS = sizeof card_keys / sizeof *card_keys };

static const struct hw_chip_key *find_key(const struct hw_chip_key *keys, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(keys[i].key, name) == 0)
            return &keys[i];
    return NULL;
}

/* Of the chip or of the card, NULL: there is none that can be changed. */
static const struct hw_chip_key *key_of(const char *name, bool *of_card)
{
    const struct hw_chip_key *key = find_key(hw_chip_keys, hw_chip_key_count, name);

    *of_card = !key;
    return key ? key : find_key(card_keys, CARD_KEYS, name);
}

static bool has_number(const struct hw_chip_info *chip, const char *name)
{
    for (unsigned i = 0; i < chip->number_count; i++)
        if (strcmp(chip->numbers[i].key, name) == 0)
            return true;
    return false;
}

static void offer_keys(struct hw_nearest *nearest, const struct hw_chip_key *keys, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        hw_nearest_offer(nearest, keys[i].key, strlen(keys[i].key));
}

static hw_status not_called(const char *name, struct hw_error *error)
{
    struct hw_nearest nearest;
    char near[160 + 16];

    hw_nearest_begin(&nearest, name);
    offer_keys(&nearest, hw_chip_keys, hw_chip_key_count);
    offer_keys(&nearest, card_keys, CARD_KEYS);
    return hw_fail(error, HW_ERR_NOT_FOUND, "chip", "no number of chips is called \"%.60s\"%s", name,
                   *hw_nearest_ask(&nearest, near, sizeof near) ? near
                                                                : "; `halfwarp chips NAME` lists them");
}

hw_status hw_chip_range(const char *name, struct hw_chip_range *range, struct hw_error *error)
{
    bool of_card;
    const struct hw_chip_key *key = key_of(name, &of_card);

    if (key) {
        *range = (struct hw_chip_range){key->min, key->max, key->powers};
        return HW_OK;
    }
    if (has_number(&hw_chips[0], name))
        return hw_fail(error, HW_ERR_NOT_FOUND, "chip", "%s cannot be changed: code relies on it", name);
    return not_called(name, error);
}

hw_status hw_chip_change_check(const struct hw_chip_change *change, struct hw_error *error)
{
    struct hw_chip_range range = {0};
    hw_status status = hw_chip_range(change->key, &range, error);

    if (status != HW_OK)
        return status;
    if (change->value < range.min || change->value > range.max)
        return hw_fail(error, HW_ERR_RANGE, "chip", "%s is %" PRIu64 "; expected %s%" PRIu32 " to %" PRIu32,
                       change->key, change->value, range.powers ? "a power of two from " : "", range.min,
                       range.max);
    if (range.powers && change->value & (change->value - 1))
        return hw_fail(error, HW_ERR_RANGE, "chip", "%s is %" PRIu64 "; expected a power of two", change->key,
                       change->value);
    return HW_OK;
}

/* --- changes as text --- */

/* The value up to `end`; false: there is none. */
static bool read_value(const char *text, const char *end, uint64_t *value)
{
    bool fits = true;

    *value = 0;
    if (text == end || *text < '0' || *text > '9')
        return false;
    for (; text < end && *text >= '0' && *text <= '9'; text++)
        if (__builtin_mul_overflow(*value, UINT64_C(10), value) ||
            __builtin_add_overflow(*value, (uint64_t)(*text - '0'), value))
            fits = false;
    if (text < end && (*text == 'k' || *text == 'm'))
        fits &=
            !__builtin_mul_overflow(*value, *text++ == 'k' ? UINT64_C(1) << 10 : UINT64_C(1) << 20, value);
    if (!fits)
        *value = UINT64_MAX; /* beyond every range */
    return text == end;
}

static hw_status read_change(const char *text, size_t length, struct hw_chip_change *change,
                             struct hw_error *error)
{
    const char *equals = memchr(text, '=', length);
    char name[64];
    bool of_card;

    if (!equals || equals == text || (size_t)(equals - text) >= sizeof name)
        return hw_fail(error, HW_ERR_SYNTAX, "chip", "`%.*s` is not of the form KEY=VALUE",
                       (int)(length < 60 ? length : 60), text);
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    const struct hw_chip_key *key = key_of(name, &of_card);
    *change = (struct hw_chip_change){.key = key ? key->key : name};
    if (!read_value(equals + 1, text + length, &change->value))
        return hw_fail(error, HW_ERR_SYNTAX, "chip", "in `%.*s`: expected a whole number behind `=`",
                       (int)(length < 60 ? length : 60), text);
    return hw_chip_change_check(change, error);
}

hw_status hw_chip_changes_read(const char *text, struct hw_chip_change *changes, size_t capacity,
                               size_t *count, struct hw_error *error)
{
    for (;;) {
        const size_t length = strcspn(text, ",");
        if (*count == capacity)
            return hw_fail(error, HW_ERR_LIMIT, "chip", "more than %zu numbers are changed", capacity);
        hw_status status = read_change(text, length, &changes[*count], error);
        if (status != HW_OK)
            return status;
        ++*count;
        if (!text[length])
            return HW_OK;
        text += length + 1;
    }
}

/* --- numbers that fit together --- */

struct cache {
    const char *name, *of;
    uint32_t bytes, line, cache_ways;
};

static hw_status check_caches(const struct hw_chip_info *chip, struct hw_error *error)
{
    const struct hw_microarchitecture *m = &chip->micro;
    const struct cache caches[] = {
        {"constant", "", m->constant_bytes, m->constant_line, m->constant_ways},
        {"constant2", "", m->constant2_bytes, m->constant2_line, m->constant2_ways},
        {"constant3", "", m->constant3_bytes, m->constant3_line, m->constant3_ways},
        {"code", "", m->code_bytes, m->code_line, m->code_ways},
        {"l1", "", m->l1_bytes, m->l1_line, m->l1_ways},
        {"texture", "", m->texture_bytes, m->texture_line, m->texture_ways},
        {"texture2", "", m->texture2_bytes, m->texture2_line, m->texture2_ways},
        {"l2", " of a slice", m->l2_bytes / m->l2_slices, m->l2_line, m->l2_ways},
    };

    for (unsigned i = 0; i < sizeof caches / sizeof *caches; i++) {
        const struct cache *c = &caches[i];
        if (c->bytes % ((uint64_t)c->line * c->cache_ways))
            return hw_fail(error, HW_ERR_RANGE, "chip",
                           "%s_bytes: %" PRIu32 " bytes%s are no whole sets of %" PRIu32
                           " lines (%s_ways) of "
                           "%" PRIu32 " bytes (%s_line)",
                           c->name, c->bytes, c->of, c->cache_ways, c->name, c->line, c->name);
    }
    return HW_OK;
}

hw_status hw_chip_check(const struct hw_chip_info *chip, struct hw_error *error)
{
    const struct hw_microarchitecture *m = &chip->micro;
    const struct {
        const char *name, *of;
        uint32_t total, unit;
    } multiples[] = {
        {"l2_bytes", "l2_slices", m->l2_bytes, m->l2_slices},
        {"l1_line", "l1_sector", m->l1_line, m->l1_sector},
        {"l2_line", "l2_sector", m->l2_line, m->l2_sector},
        {"dram_row", "dram_burst", m->dram_row, m->dram_burst},
    };

    for (unsigned i = 0; i < sizeof multiples / sizeof *multiples; i++)
        if (multiples[i].total % multiples[i].unit)
            return hw_fail(error, HW_ERR_RANGE, "chip", "%s is %" PRIu32 ", no multiple of %s, %" PRIu32,
                           multiples[i].name, multiples[i].total, multiples[i].of, multiples[i].unit);
    return check_caches(chip, error);
}

/* --- a chip of one's own --- */

static void note_change(struct made_chip *made, const struct hw_chip_change *change)
{
    const size_t used = strlen(made->name);

    snprintf(made->name + used, sizeof made->name - used, "%s%s=%" PRIu64,
             strcmp(made->name, made->info.name) == 0 ? " with " : ",", change->key, change->value);
    for (unsigned i = 0; i < made->info.number_count; i++)
        if (strcmp(made->numbers[i].key, change->key) == 0) {
            made->numbers[i].value = (uint32_t)change->value;
            made->numbers[i].standing = HW_STANDING_GUESS;
            made->numbers[i].source = "set for a study, in place of the chip's own";
            made->numbers[i].recalled = false;
        }
}

static hw_status change_number(struct made_chip *made, const struct hw_chip_change *change,
                               struct hw_error *error)
{
    const uint32_t value = (uint32_t)change->value;
    bool of_card;
    hw_status status = hw_chip_change_check(change, error);

    if (status != HW_OK)
        return status;
    const struct hw_chip_key *key = key_of(change->key, &of_card);
    if (of_card && !made->info.card_count)
        return hw_fail(error, HW_ERR_RANGE, "chip", "%s is a card's, and no card with %s is known", key->key,
                       made->info.name);
    char *in = of_card ? (char *)&made->card : (char *)&made->info;
    memcpy(in + key->offset, &value, sizeof value);
    if (!of_card && key->offset == offsetof(struct hw_chip_info, micro.rate_fp64))
        made->card.rate_fp64 = 0; /* the card has no smaller limits */
    note_change(made, change);
    return HW_OK;
}

hw_status hw_chip_override(const struct hw_chip_info *chip, const struct hw_card *card,
                           const struct hw_chip_change *changes, size_t count, struct hw_chip_info **result,
                           struct hw_error *error)
{
    const size_t number_bytes = chip->number_count * sizeof *chip->numbers;
    struct made_chip *made = calloc(1, sizeof *made + number_bytes);
    hw_status status = HW_OK;

    *result = NULL;
    if (!made)
        return hw_fail(error, HW_ERR_NO_MEMORY, "chip", "no memory for a chip");
    made->info = *chip;
    memcpy(made->numbers, chip->numbers, number_bytes);
    made->info.numbers = made->numbers;
    snprintf(made->name, sizeof made->name, "%s", chip->name);
    if (!card && chip->card_count)
        card = &chip->cards[0];
    if (card)
        made->card = *card;
    made->info.cards = card ? &made->card : NULL;
    made->info.card_count = card != NULL;
    for (size_t i = 0; status == HW_OK && i < count; i++)
        status = change_number(made, &changes[i], error);
    if (status == HW_OK)
        status = hw_chip_check(&made->info, error);
    if (status != HW_OK) {
        free(made);
        return status;
    }
    made->info.name = made->name;
    *result = &made->info;
    return HW_OK;
}

void hw_chip_override_free(struct hw_chip_info *made)
{
    free(made);
}
