/* SPDX-License-Identifier: MIT */
/* The compiler's program, halfwarp-jit: it answers questions (jit/request/jit_protocol.h) one after the
 * other, until the process that asks hangs up, or has not asked for a while. */
#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Core.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jit/compiler/jit_compile.h"
#include "jit/compiler/jit_optimize.h"
#include "jit/request/jit_protocol.h"

#define IDLE 10000 /* milliseconds */

/* --- the socket --- */

/* All bytes, or the end: who asks has hung up. */
static void receive(void *data, size_t size)
{
    if (!hw_jit_receive(STDIN_FILENO, data, size))
        _exit(0);
}

static void send_back(const void *data, size_t size)
{
    if (!hw_jit_send(STDIN_FILENO, data, size))
        _exit(0);
}

/* Who asked may be gone while LLVM is at work. */
static void *watch(void *unused)
{
    struct pollfd end = {.fd = STDIN_FILENO, .events = POLLRDHUP};

    while (poll(&end, 1, -1) <= 0)
        ;
    _exit(0);
    return unused;
}

/* Say who is here.  What LLVM says later is for nobody. */
static void greet(void)
{
    struct hw_jit_greeting greeting = {.llvm = ""};
    const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    unsigned major, minor, patch;

    LLVMGetVersion(&major, &minor, &patch);
    memcpy(greeting.begins, HW_JIT_GREETING, sizeof greeting.begins);
    snprintf(greeting.llvm, sizeof greeting.llvm, "%u.%u.%u", major, minor, patch);
    if (nothing < 0 || dup2(nothing, STDERR_FILENO) < 0)
        _exit(1);
    send_back(&greeting, sizeof greeting);
}

/* --- questions --- */

static void answer(const void *data, size_t size, bool failed)
{
    const struct hw_jit_rpc_reply begin = {.size = size, .failed = failed};

    send_back(&begin, sizeof begin);
    send_back(data, size);
}

static void compile(const struct hw_jit_asked *asked)
{
    struct hw_error error;
    const LLVMMemoryBufferRef object = hw_jit_make_object(asked, &error);

    if (!object) {
        answer(error.text, strlen(error.text), true);
        return;
    }
    answer(LLVMGetBufferStart(object), LLVMGetBufferSize(object), false);
    LLVMDisposeMemoryBuffer(object);
}

static void serve(void)
{
    struct hw_jit_rpc_request question;

    receive(&question, sizeof question);
    question.name[sizeof question.name - 1] = 0;
    if (question.size > HW_JIT_RPC_REQUEST_MAX)
        _exit(1);
    uint8_t *bytes = malloc(question.size + 1);
    if (!bytes)
        _exit(1);
    receive(bytes, question.size);
    compile(&(struct hw_jit_asked){.bytes = bytes, .size = question.size, .name = question.name});
    free(bytes);
}

/* Whether somebody asks before the time is up. */
static bool is_asked(void)
{
    struct pollfd end = {.fd = STDIN_FILENO, .events = POLLIN};
    int ready;

    do
        ready = poll(&end, 1, IDLE);
    while (ready < 0 && errno == EINTR);
    return ready > 0;
}

int main(int count, char **arguments)
{
    pthread_t watcher;

    if (count > 1 || isatty(STDIN_FILENO)) {
        printf("%s compiles kernels for halfwarp, which starts it: see HALFWARP_ENGINE in docs/jit.md.\n",
               arguments[0]);
        return count > 1 && strcmp(arguments[1], "--help") != 0;
    }
    if (pthread_create(&watcher, NULL, watch, NULL) != 0)
        return 1;
    hw_jit_set_options();
    greet();
    while (is_asked())
        serve();
    return 0;
}
