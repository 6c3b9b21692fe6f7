/* SPDX-License-Identifier: MIT */
/* A message between ranks is made, or read, piece by piece.
 *
 *     hw_message_add(&message, &count, sizeof count);      hw_message_read(&message, &count, sizeof count);
 *     hw_message_add_text(&message, "out.txt");            const char *name = hw_message_read_text(&message);
 */
#ifndef HW_SWEEP_SWEEP_MESSAGE_H
#define HW_SWEEP_SWEEP_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

/* All zeros is an empty message. */
struct hw_message {
    char *data;
    size_t size, room;
    size_t at;    /* that is read next */
    bool invalid; /* no memory, or it is shorter than it should be */
};

void hw_message_add(struct hw_message *message, const void *bytes, size_t size);
void hw_message_add_text(struct hw_message *message, const char *text); /* NULL, too */

/* Beyond its end, or once it is invalid, the message is invalid, and zeros are read. */
void hw_message_read(struct hw_message *message, void *bytes, size_t size);
/* The text, within the message; NULL is that, or a message that is invalid. */
const char *hw_message_read_text(struct hw_message *message);

void hw_message_free(struct hw_message *message);

#endif
