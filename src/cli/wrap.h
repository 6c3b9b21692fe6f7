/* SPDX-License-Identifier: MIT */
/* Help is wrapped to a page's width. */
#ifndef HW_CLI_WRAP_H
#define HW_CLI_WRAP_H

#include <stdio.h>

#define HW_PAGE_WIDTH 100u

/* Print a text of which `column` columns of its first line are taken, with line breaks at blanks and at its
 * own newlines; later lines begin at `indent`.  Blanks between brackets do not break.  A newline ends it. */
void hw_wrap(FILE *to, const char *text, unsigned column, unsigned indent);

#endif
