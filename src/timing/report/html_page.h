/* SPDX-License-Identifier: MIT */
/* The frame of a page: one file that needs nothing else, in a light and a dark style, with tables that a
 * click on a heading sorts. */
#ifndef HW_TIMING_REPORT_HTML_PAGE_H
#define HW_TIMING_REPORT_HTML_PAGE_H

#include <stdio.h>

/* Everything before the page's content. */
void hw_html_page_begin(FILE *out, const char *title);
/* Everything behind it. */
void hw_html_page_end(FILE *out);

#endif
