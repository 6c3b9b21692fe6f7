/* SPDX-License-Identifier: MIT */
/* The text of a readable name grows here, up to its limits. */
#include "names/name_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool grow(struct hw_name_text *out, size_t length)
{
    size_t room = out->room ? out->room : 128;

    while (room <= length)
        room *= 2;
    char *text = realloc(out->text, room);
    if (!text)
        return false;
    out->text = text;
    out->room = room;
    return true;
}

void hw_name_add(struct hw_name_text *out, const char *text, size_t length)
{
    if (out->failed)
        return;
    if (length > HW_NAME_TEXT_MAX - out->length ||
        (out->length + length >= out->room && !grow(out, out->length + length))) {
        out->failed = true;
        return;
    }
    if (length)
        memcpy(out->text + out->length, text, length);
    out->length += length;
    out->text[out->length] = '\0';
}

void hw_name_put(struct hw_name_text *out, const char *text)
{
    hw_name_add(out, text, strlen(text));
}

void hw_name_number(struct hw_name_text *out, size_t number)
{
    char text[24];

    snprintf(text, sizeof text, "%zu", number);
    hw_name_put(out, text);
}

bool hw_name_ends_in(const struct hw_name_text *out, char c)
{
    return out->length && out->text[out->length - 1] == c;
}

void hw_name_cut(struct hw_name_text *out, size_t length)
{
    if (out->failed || length >= out->length)
        return;
    out->length = length;
    out->text[length] = '\0';
}

bool hw_name_step(struct hw_name_text *out)
{
    out->failed = out->failed || ++out->steps > HW_NAME_STEPS_MAX;
    return !out->failed;
}

bool hw_name_enter(struct hw_name_text *out)
{
    if (!hw_name_step(out) || out->depth >= HW_NAME_DEPTH_MAX) {
        out->failed = true;
        return false;
    }
    out->depth++;
    return true;
}

void hw_name_leave(struct hw_name_text *out)
{
    out->depth--;
}
