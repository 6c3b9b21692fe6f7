/* SPDX-License-Identifier: MIT */
/* Which of many symbols somebody means: by the symbol, by its name in the source, or by a part of either that
 * only one has.  docs/listing.md describes it for users. */
#ifndef HW_NAMES_SEARCH_H
#define HW_NAMES_SEARCH_H

#include "names/name.h"
#include "nearest.h"

#include <halfwarp/status.h>

#include <stdbool.h>
#include <stddef.h>

struct hw_name_candidate;

struct hw_name_search {
    const char *wanted;
    const char *what; /* "kernel" */
    struct hw_name_candidate *list;
    size_t count, room;
};

void hw_name_search_begin(struct hw_name_search *search, const char *wanted, const char *what);

/* One of the symbols; the same one may come again.  A secondary one is taken only where no other fits as
 * well: a function where a kernel is wanted.  *certain, if it is not NULL: nothing can fit better. */
hw_status hw_name_search_offer(struct hw_name_search *search, const char *symbol, bool secondary,
                               bool *certain, struct hw_error *error);

/* The symbol that is meant, which belongs to the search.  HW_ERR_NOT_FOUND, with those that are near, or with
 * the several that fit. */
hw_status hw_name_search_end(const struct hw_name_search *search, const char **symbol,
                             struct hw_error *error);

void hw_name_search_free(struct hw_name_search *search);

/* Whether a symbol may be meant, by itself or by its name; parts of them do not count here, where it is not
 * known which others there are. */
bool hw_name_fits(const char *symbol, const char *wanted);

/* Offer a name as people may type it: without parameters and template arguments, with all of its scopes, with
 * fewer and with none. */
void hw_name_offer(struct hw_nearest *nearest, const struct hw_symbol_name *name);

#endif
