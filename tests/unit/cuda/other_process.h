/* SPDX-License-Identifier: MIT */
/* Another process for tests of what processes share.  It begins before this one uses a device, and does what
 * it is told by single letters; answers are bytes. */
#ifndef HW_TESTS_CUDA_OTHER_PROCESS_H
#define HW_TESTS_CUDA_OTHER_PROCESS_H

#include "cuda_test.h"

#include <sys/socket.h>
#include <unistd.h>

static int line; /* to the other process, and there to this one */
static pid_t other;

static void send_bytes(const void *data, size_t bytes)
{
    if (write(line, data, bytes) != (ssize_t)bytes)
        _exit(3);
}

static void take_bytes(void *data, size_t bytes)
{
    if (recv(line, data, bytes, MSG_WAITALL) != (ssize_t)bytes)
        _exit(4);
}

/* The other process serves, and never returns from that. */
static bool start_other(void (*serve)(void))
{
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return false;
    other = fork();
    line = ends[other == 0];
    close(ends[other != 0]);
    if (other == 0)
        serve();
    return other > 0;
}

static void ask(char what, void *answer, size_t bytes)
{
    send_bytes(&what, 1);
    take_bytes(answer, bytes);
}

static void ask_done(char what)
{
    cudaError_t error;

    ask(what, &error, sizeof error);
    assert_cuda(error);
}

static void assert_filled(const void *block, size_t bytes, int value)
{
    uint8_t *got = malloc(bytes);

    assert_cuda(cudaMemcpy(got, block, bytes, D2H));
    for (size_t i = 0; i < bytes; i++)
        assert_int_equal(got[i], value);
    free(got);
}

#endif
