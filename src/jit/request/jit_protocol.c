/* SPDX-License-Identifier: MIT */
/* See jit_protocol.h. */
#include "jit/request/jit_protocol.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

size_t hw_jit_receive_some(int from, void *data, size_t size)
{
    size_t done = 0;

    while (done < size) {
        const ssize_t got = read(from, (uint8_t *)data + done, size - done);
        if (got == 0 || (got < 0 && errno != EINTR))
            break;
        done += got > 0 ? (size_t)got : 0;
    }
    return done;
}

bool hw_jit_receive(int from, void *data, size_t size)
{
    return hw_jit_receive_some(from, data, size) == size;
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
