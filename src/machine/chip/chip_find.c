/* SPDX-License-Identifier: MIT */
/* Finding a chip by the names that people use, and the nearest names by edit distance where none matches.
 *
 * Names are compared in short: only small letters, digits and + remain, and brand names are removed from the
 * front, so that "NVIDIA GeForce GTX 480", "gtx-480" and "GTX480" are one. */
#include "machine/chip/chips.h"
#include "nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_MAX_LENGTH 64 /* of a name in short */

struct found {
    const struct hw_chip_info *chip;
    const struct hw_card *card; /* NULL: a name of the chip itself */
};

static void shorten_name(char into[NAME_MAX_LENGTH], const char *name, size_t length)
{
    static const char *const brands[] = {"nvidia", "geforce", "tesla", "quadro", "jetson"};
    size_t used = 0;

    for (size_t i = 0; i < length && used + 1 < NAME_MAX_LENGTH; i++)
        if (isalnum((unsigned char)name[i]) || name[i] == '+')
            into[used++] = (char)tolower((unsigned char)name[i]);
    into[used] = '\0';
    for (size_t i = 0; i < sizeof brands / sizeof *brands; i++) {
        const size_t brand = strlen(brands[i]);
        if (strncmp(into, brands[i], brand) == 0)
            memmove(into, into + brand, strlen(into) - brand + 1);
    }
}

/* --- every name of every chip and card --- */

typedef bool visit_fn(void *context, const char *name, size_t length, struct found found);

/* The names in a list; true as soon as the visitor has seen enough. */
static bool visit_list(const char *list, const char *separators, struct found found, visit_fn *visit,
                       void *context)
{
    while (*(list += strspn(list, ", "))) {
        const size_t length = strcspn(list, separators);
        if (visit(context, list, length, found))
            return true;
        list += length;
    }
    return false;
}

static bool visit_names(visit_fn *visit, void *context)
{
    for (unsigned i = 0; i < hw_chip_count; i++) {
        const struct hw_chip_info *chip = &hw_chips[i];
        if (visit(context, chip->name, strlen(chip->name), (struct found){chip, NULL}) ||
            visit_list(chip->aliases, " ", (struct found){chip, NULL}, visit, context))
            return true;
    }
    for (unsigned i = 0; i < hw_chip_count; i++)
        for (unsigned c = 0; c < hw_chips[i].card_count; c++) {
            const struct found found = {&hw_chips[i], &hw_chips[i].cards[c]};
            if (visit(context, found.card->name, strlen(found.card->name), found) ||
                visit_list(found.card->others, ",", found, visit, context))
                return true;
        }
    return false;
}

/* --- the one that is called so --- */

struct chip_search {
    char wanted[NAME_MAX_LENGTH];
    struct found found;
};

static bool is_wanted(void *context, const char *name, size_t length, struct found found)
{
    struct chip_search *search = context;
    char text[NAME_MAX_LENGTH];

    shorten_name(text, name, length);
    search->found = found;
    return strcmp(text, search->wanted) == 0;
}

/* --- the nearest --- */

static bool offer_name(void *context, const char *name, size_t length, struct found found)
{
    char text[NAME_MAX_LENGTH];

    (void)found;
    shorten_name(text, name, length);
    hw_nearest_offer_as(context, text, name, length);
    return false;
}

/* --- those that there are not yet --- */

static const struct hw_chip_info *highest(void)
{
    const struct hw_chip_info *found = hw_chips;

    for (unsigned i = 1; i < hw_chip_count; i++)
        if (hw_chips[i].capability > found->capability)
            found = &hw_chips[i];
    return found;
}

static bool is_later(const char *wanted)
{
    return strncmp(wanted, "sm", 2) == 0 && strtoul(wanted + 2, NULL, 10) > highest()->capability;
}

static hw_status not_yet(const char *name, struct hw_error *error)
{
    return hw_fail(error, HW_ERR_NOT_FOUND, "chip",
                   "\"%.60s\" is not known; the newest compute capability is sm_%u (%s), and `halfwarp "
                   "chips` lists all",
                   name, highest()->capability, highest()->name);
}

/* --- none is called so --- */

static hw_status not_found(const char *name, const char *wanted, struct hw_error *error)
{
    struct hw_nearest nearest;
    char names[160];

    hw_nearest_begin(&nearest, wanted);
    visit_names(offer_name, &nearest);
    hw_nearest_write(&nearest, names, sizeof names);
    return hw_fail(error, HW_ERR_NOT_FOUND, "chip",
                   "no chip is called \"%.60s\", and no card%s%s%s `halfwarp chips` lists all", name,
                   *names ? ": did you mean " : ";", names, *names ? "?" : "");
}

hw_status hw_card_find(const char *name, const struct hw_chip_info **chip, const struct hw_card **card,
                       struct hw_error *error)
{
    struct chip_search search;

    shorten_name(search.wanted, name, strlen(name));
    if (!*search.wanted || !visit_names(is_wanted, &search))
        return is_later(search.wanted) ? not_yet(name, error) : not_found(name, search.wanted, error);
    *chip = search.found.chip;
    *card = search.found.card;
    return HW_OK;
}

hw_status hw_chip_find(const char *name, const struct hw_chip_info **chip, struct hw_error *error)
{
    const struct hw_card *card;

    return hw_card_find(name, chip, &card, error);
}
