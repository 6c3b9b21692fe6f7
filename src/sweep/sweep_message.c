/* SPDX-License-Identifier: MIT */
/* Packing and unpacking of messages.  All ranks run one program on one kind of machine, so numbers go as they
 * are; a text goes behind its length, which counts the zero byte. */
#include "sweep/sweep_message.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NO_TEXT UINT64_MAX

void hw_message_add(struct hw_message *message, const void *bytes, size_t size)
{
    if (message->size + size > message->room) {
        const size_t wanted = 2 * (message->size + size) + 256;
        char *grown = realloc(message->data, wanted);
        if (!grown) {
            message->invalid = true;
            return;
        }
        message->data = grown;
        message->room = wanted;
    }
    memcpy(message->data + message->size, bytes, size);
    message->size += size;
}

void hw_message_add_text(struct hw_message *message, const char *text)
{
    const uint64_t length = text ? strlen(text) + 1 : NO_TEXT;

    hw_message_add(message, &length, sizeof length);
    if (text)
        hw_message_add(message, text, length);
}

void hw_message_read(struct hw_message *message, void *bytes, size_t size)
{
    if (message->invalid || size > message->size - message->at) {
        message->invalid = true;
        memset(bytes, 0, size);
        return;
    }
    memcpy(bytes, message->data + message->at, size);
    message->at += size;
}

const char *hw_message_read_text(struct hw_message *message)
{
    uint64_t length;

    hw_message_read(message, &length, sizeof length);
    if (message->invalid || length == NO_TEXT)
        return NULL;
    if (!length || length > message->size - message->at || message->data[message->at + length - 1]) {
        message->invalid = true;
        return NULL;
    }
    const char *text = message->data + message->at;
    message->at += length;
    return text;
}

void hw_message_free(struct hw_message *message)
{
    free(message->data);
    memset(message, 0, sizeof *message);
}
