/* SPDX-License-Identifier: MIT */
/* Whole messages are received and sent, in spite of partial transfers and signals. */
#include "jit/request/jit_protocol.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

bool hw_jit_receive(int from, void *data, size_t size)
{
    uint8_t *at = data;

    while (size) {
        const ssize_t got = read(from, at, size);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        if (got > 0) {
            at += got;
            size -= (size_t)got;
        }
    }
    return true;
}

bool hw_jit_send(int to, const void *data, size_t size)
{
    const uint8_t *at = data;

    while (size) {
        const ssize_t sent = send(to, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        if (sent > 0) {
            at += sent;
            size -= (size_t)sent;
        }
    }
    return true;
}
