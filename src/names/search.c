/* SPDX-License-Identifier: MIT */
/* The search for a symbol by what people type. */
#include "names/search.h"

#include <stdlib.h>
#include <string.h>

#define HW_NAMES_ERROR "names"

enum {
    ALL_MAX = 10 /* so many symbols are all listed */
};

/* How well a symbol fits; the least is the best. */
enum fit {
    FIT_SYMBOL, /* it is the symbol */
    FIT_NAME,   /* the name, with or without the result's type, the parameters, the template arguments */
    FIT_SCOPED, /* the same without the first of its scopes */
    FIT_PART,   /* a part of the symbol or of the name */
    FIT_NOT
};

struct hw_name_candidate {
    char *symbol;
    struct hw_symbol_name name;
    enum fit fit;
    bool secondary;
};

void hw_name_search_begin(struct hw_name_search *search, const char *wanted, const char *what)
{
    *search = (struct hw_name_search){.wanted = wanted, .what = what};
}

void hw_name_search_free(struct hw_name_search *search)
{
    for (size_t i = 0; i < search->count; i++) {
        free(search->list[i].symbol);
        free(search->list[i].name.text);
    }
    free(search->list);
}

/* --- how well one fits --- */

static const char *skip_blanks(const char *text, const char *end)
{
    while (text < end && *text == ' ')
        text++;
    return text;
}

/* Where `wanted` ends in a text that begins with it, blanks apart; NULL: it does not. */
static const char *begins(const char *text, const char *end, const char *wanted)
{
    const char *wanted_end = wanted + strlen(wanted);

    for (;;) {
        wanted = skip_blanks(wanted, wanted_end);
        if (wanted == wanted_end)
            return text;
        text = skip_blanks(text, end);
        if (text == end || *text != *wanted)
            return NULL;
        text++;
        wanted++;
    }
}

static bool is(const char *text, const char *end, const char *wanted)
{
    const char *behind = begins(text, end, wanted);

    return behind && skip_blanks(behind, end) == end;
}

/* The name and its parameters, and no template arguments between them. */
static bool is_without_arguments(const struct hw_symbol_name *name, size_t start, const char *wanted)
{
    const char *const end = name->text + strlen(name->text);
    const char *at = name->text + start;

    for (;; at++, wanted++) {
        if (at == name->text + name->parts.arguments)
            at = name->text + name->parts.name_end;
        at = skip_blanks(at, end);
        wanted += strspn(wanted, " ");
        if (at == end || *at != *wanted)
            return at == end && !*wanted;
    }
}

/* The name from `start` on, as far as people give it. */
static bool is_name(const struct hw_symbol_name *name, size_t start, const char *wanted)
{
    const char *text = name->text;

    return is_without_arguments(name, start, wanted) || is(text + start, text + strlen(text), wanted) ||
           is(text + start, text + name->parts.name_end, wanted) ||
           (start < name->parts.arguments && is(text + start, text + name->parts.arguments, wanted));
}

static bool is_scoped(const struct hw_symbol_name *name, const char *wanted)
{
    for (size_t at = name->parts.name; at + 2 < name->parts.arguments; at++)
        if (memcmp(name->text + at, "::", 2) == 0 && is_name(name, at + 2, wanted))
            return true;
    return false;
}

static bool is_part(const char *text, const char *wanted)
{
    const char *end = text + strlen(text);

    for (; text < end; text++)
        if (begins(text, end, wanted))
            return true;
    return false;
}

static enum fit fit_of(const char *symbol, const struct hw_symbol_name *name, const char *wanted)
{
    if (strcmp(symbol, wanted) == 0)
        return FIT_SYMBOL;
    if (!wanted[strspn(wanted, " ")])
        return FIT_NOT;
    if (is_name(name, 0, wanted) || is_name(name, name->parts.name, wanted))
        return FIT_NAME;
    if (is_scoped(name, wanted))
        return FIT_SCOPED;
    return is_part(name->text, wanted) || strstr(symbol, wanted) ? FIT_PART : FIT_NOT;
}

bool hw_name_fits(const char *symbol, const char *wanted)
{
    struct hw_symbol_name name = hw_name_of(symbol);
    const bool fits = name.text ? fit_of(symbol, &name, wanted) < FIT_PART : strcmp(symbol, wanted) == 0;

    free(name.text);
    return fits;
}

/* --- all of them --- */

static hw_status no_memory(struct hw_error *error)
{
    return hw_fail(error, HW_ERR_NO_MEMORY, HW_NAMES_ERROR, "out of memory");
}

hw_status hw_name_search_offer(struct hw_name_search *search, const char *symbol, bool secondary,
                               bool *certain, struct hw_error *error)
{
    struct hw_name_candidate candidate = {.secondary = secondary};

    if (certain)
        *certain = strcmp(symbol, search->wanted) == 0;
    if (search->count == search->room) {
        const size_t room = search->room ? 2 * search->room : 16;
        struct hw_name_candidate *list = realloc(search->list, room * sizeof *list);
        if (!list)
            return no_memory(error);
        search->list = list;
        search->room = room;
    }
    candidate.symbol = strdup(symbol);
    candidate.name = hw_name_of(symbol);
    if (!candidate.symbol || !candidate.name.text) {
        free(candidate.symbol);
        free(candidate.name.text);
        return no_memory(error);
    }
    candidate.fit = fit_of(symbol, &candidate.name, search->wanted);
    search->list[search->count++] = candidate;
    return HW_OK;
}

/* --- what comes of it --- */

/* Names for a sentence: as many as there is room for, each once. */
struct name_list {
    char text[220];
    size_t used;
    const char *symbol[ALL_MAX]; /* that are in it */
    size_t count;
    bool left_out;
};

static void add_name(struct name_list *names, const struct hw_name_candidate *candidate)
{
    const char *name = candidate->name.text + candidate->name.parts.name;
    const size_t length = strlen(name), comma = names->count ? 2 : 0;

    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->symbol[i], candidate->symbol) == 0)
            return;
    if (names->count == ALL_MAX || names->used + comma + length >= sizeof names->text) {
        names->left_out = true;
        return;
    }
    memcpy(names->text + names->used, ", ", comma);
    memcpy(names->text + names->used + comma, name, length + 1);
    names->used += comma + length;
    names->symbol[names->count++] = candidate->symbol;
}

/* Those that fit best; of them, the primary ones if there are any. */
static bool is_best(const struct hw_name_candidate *candidate, const struct hw_name_candidate *best)
{
    return candidate->fit == best->fit && candidate->secondary == best->secondary;
}

static const struct hw_name_candidate *find_best(const struct hw_name_search *search)
{
    const struct hw_name_candidate *best = NULL;

    for (size_t i = 0; i < search->count; i++) {
        const struct hw_name_candidate *candidate = &search->list[i];
        if (candidate->fit != FIT_NOT &&
            (!best || candidate->fit < best->fit ||
             (candidate->fit == best->fit && best->secondary && !candidate->secondary)))
            best = candidate;
    }
    return best;
}

static hw_status several(const struct hw_name_search *search, const struct hw_name_candidate *best,
                         struct hw_error *error)
{
    struct name_list names = {.used = 0};

    for (size_t i = 0; i < search->count; i++)
        if (is_best(&search->list[i], best))
            add_name(&names, &search->list[i]);
    return hw_fail(error, HW_ERR_NOT_FOUND, HW_NAMES_ERROR, "'%.60s' may be several %ss%s%s%s",
                   search->wanted, search->what, names.count ? ": " : "", names.text,
                   !names.left_out ? ""
                   : names.count   ? " and others"
                                   : "; `halfwarp info` lists them");
}

/* Overloads and the copies of other cubins have the same name, which is kept once. */
void hw_name_offer(struct hw_nearest *nearest, const struct hw_symbol_name *name)
{
    const size_t end = name->parts.arguments;

    hw_nearest_offer(nearest, name->text + name->parts.name, end - name->parts.name);
    for (size_t at = name->parts.name; at + 2 < end; at++)
        if (memcmp(name->text + at, "::", 2) == 0)
            hw_nearest_offer(nearest, name->text + at + 2, end - at - 2);
}

/* All where they are few, else those that are near. */
static hw_status none(const struct hw_name_search *search, struct hw_error *error)
{
    struct name_list names = {.used = 0};
    struct hw_nearest nearest;
    char near[120 + 16];

    hw_nearest_begin(&nearest, search->wanted);
    for (size_t i = 0; i < search->count; i++) {
        const struct hw_name_candidate *candidate = &search->list[i];
        if (!candidate->secondary)
            add_name(&names, candidate);
        hw_name_offer(&nearest, &candidate->name);
    }
    hw_nearest_ask(&nearest, near, sizeof near);
    const bool all = names.count && !names.left_out;
    return hw_fail(error, HW_ERR_NOT_FOUND, HW_NAMES_ERROR, "there is no %s '%.60s' in this file%s%s%s",
                   search->what, search->wanted, near,
                   all                          ? near[0] ? " It has " : "; it has "
                   : names.left_out && !near[0] ? "; `halfwarp info` lists those that it has"
                                                : "",
                   all ? names.text : "");
}

hw_status hw_name_search_end(const struct hw_name_search *search, const char **symbol, struct hw_error *error)
{
    const struct hw_name_candidate *best = find_best(search);

    *symbol = NULL;
    if (!best)
        return none(search, error);
    for (size_t i = 0; i < search->count; i++)
        if (is_best(&search->list[i], best) && strcmp(search->list[i].symbol, best->symbol) != 0)
            return several(search, best, error);
    *symbol = best->symbol;
    return HW_OK;
}
