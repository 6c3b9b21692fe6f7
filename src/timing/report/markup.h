/* SPDX-License-Identifier: MIT */
/* These functions escape text of others within pictures and pages: names of kernels and files may hold
 * anything. */
#ifndef HW_TIMING_REPORT_MARKUP_H
#define HW_TIMING_REPORT_MARKUP_H

#include <stdio.h>

/* As content or as a quoted attribute of XML and HTML; characters that XML forbids become U+FFFD. */
void hw_markup_text(FILE *out, const char *text);
/* A string of JSON with its quotes. */
void hw_markup_json(FILE *out, const char *text);
/* A real number, with a point whatever the locale; no more digits than a reader needs. */
void hw_markup_number(FILE *out, double value);
/* A whole number in groups of three digits, as pages show it. */
void hw_markup_count(FILE *out, unsigned long long value);

#endif
