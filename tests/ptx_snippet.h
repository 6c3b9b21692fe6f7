/* SPDX-License-Identifier: MIT */
/* Snippets of PTX with what they give: for the intermediate form and for machine code alike.
 *
 * A snippet is the body of a function f.  Registers 1 to 3 of each size (%h %r %d %p) have the low bits of
 * its three arguments; the result is register 0 of one size.  A kernel calls f for each thread with numbers
 * from memory. */
#ifndef TESTS_PTX_SNIPPET_H
#define TESTS_PTX_SNIPPET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PTX_NEVER        255u /* `needs` of what no machine code is compared for */
#define PTX_SNIPPET_TEXT 8192u

struct ptx_snippet {
    const char *text;
    char result; /* h r d p: which register 0 is it */
    uint64_t in[3], out;
    uint8_t needs; /* the first target that has it: 53; 0: sm_20 has */
    bool alone;    /* it is about memory, lanes or these numbers: one thread runs it, with these numbers */
};

struct ptx_snippets {
    const char *about;
    const struct ptx_snippet *snippet;
    size_t count;
};
#define PTX_SNIPPET_TABLES 3u
extern const struct ptx_snippets ptx_snippets_numbers, ptx_snippets_memory, ptx_snippets_media;
extern const struct ptx_snippets *const ptx_snippet_tables[PTX_SNIPPET_TABLES];

/* Whether tests/ir_run.h knows here what it gives. */
bool ptx_snippet_is_known(const struct ptx_snippet *snippet);

/* A module with the function f and, over it, the kernel `each`: its parameters are the addresses of three
 * numbers of 64 bits for each thread, and of their results. */
void ptx_snippet_module(const struct ptx_snippet *snippet, char text[PTX_SNIPPET_TEXT]);

#endif
