/* SPDX-License-Identifier: MIT */
/* A line table (DWARF, versions 2 to 4, section 6.2 of the format) consists of units with a list of files and
 * a line program, whose steps are those of a machine with an address, a file and a line.  Some steps give out
 * a row. */
#ifndef HW_MODULE_LINE_PROGRAM_H
#define HW_MODULE_LINE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hw_line_state {
    uint64_t address, file; /* files are numbered from 1 on in each unit */
    int64_t line;
    uint64_t context; /* of inlined code: the number, from 1, of the sequence's row that calls it; 0: none */
    bool is_end;      /* a sequence ends in front of the address */
};

/* What is done with a table.  A function that returns false ends the reading. */
struct hw_line_reader {
    void *context;
    /* The address that a sequence begins at is stored at `at`, where it may be relocated: *address is added
     * to it. */
    bool (*address)(void *context, const uint8_t *at, uint64_t *address);
    bool (*row)(void *context, const struct hw_line_state *state);
    /* A unit begins, and a file of it follows; NULL: they do not matter. */
    void (*unit)(void *context);
    bool (*file)(void *context, const char *folder, const char *name);
};

/* Read all units.  False: a function of the reader has ended it.  What is behind a unit of another version,
 * or is cut off, is left out. */
bool hw_line_table_read(const struct hw_line_reader *reader, const uint8_t *data, size_t size);

#endif
