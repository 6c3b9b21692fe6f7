/* SPDX-License-Identifier: MIT */
/* See jit_ask.h. */
#include "jit/jit_ask.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "jit/jit_find.h"
#include "jit/jit_process.h"
#include "jit/request/jit_protocol.h"

#define TRIES 2 /* the first may meet a process that is about to end */

/* One for each process: a child of fork makes its own. */
struct conversation {
    pthread_mutex_t lock;
    _Atomic int socket; /* -1: no process */
};
static struct conversation first = {.lock = PTHREAD_MUTEX_INITIALIZER, .socket = -1};
static struct conversation *_Atomic current = &first;

static void hang_up(struct conversation *with)
{
    close(with->socket);
    with->socket = -1;
}

/* --- a question and its answer --- */

static bool send_question(struct conversation *with, const struct hw_cache_key *key)
{
    const size_t before = sizeof(struct hw_cache_hash);
    struct hw_jit_question question = {.size = key->size - before};
    _Static_assert(HW_CACHE_KEY_NAME <= HW_JIT_NAME, "a key's name is a question's");

    hw_cache_key_name(key, question.name);
    return hw_jit_send(with->socket, &question, sizeof question) &&
           hw_jit_send(with->socket, key->bytes + before, key->size - before);
}

/* The bytes of an answer and a zero; NULL: the process has ended, or there is no memory. */
static uint8_t *receive_answer(struct conversation *with, struct hw_jit_answer *answer)
{
    if (!hw_jit_receive(with->socket, answer, sizeof *answer) || answer->size > HW_JIT_LARGEST_ANSWER)
        return NULL;
    uint8_t *bytes = malloc(answer->size + 1);
    if (bytes && !hw_jit_receive(with->socket, bytes, answer->size)) {
        free(bytes);
        return NULL;
    }
    if (bytes)
        bytes[answer->size] = 0;
    return bytes;
}

/* Under the lock. */
static uint8_t *converse(struct conversation *with, const struct hw_cache_key *key,
                         struct hw_jit_answer *answer)
{
    for (unsigned i = 0; i < TRIES; i++) {
        if (with->socket < 0)
            with->socket = hw_jit_process_start(hw_jit_compiler_path());
        if (with->socket < 0)
            return NULL;
        uint8_t *bytes = send_question(with, key) ? receive_answer(with, answer) : NULL;
        if (bytes)
            return bytes;
        hang_up(with);
    }
    return NULL;
}

/* A child has the parent's socket, on which the parent may be talking, and perhaps a lock that nobody gives
 * back.  Without memory it keeps both. */
static void begin_anew(void)
{
    struct conversation *fresh = malloc(sizeof *fresh), *parents = current;

    if (!fresh)
        return;
    pthread_mutex_init(&fresh->lock, NULL);
    fresh->socket = -1;
    if (parents->socket >= 0)
        close(parents->socket);
    current = fresh;
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, begin_anew);
}

hw_status hw_jit_ask(const struct hw_cache_key *key, uint8_t **object, size_t *size, struct hw_error *error)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct hw_jit_answer answer;

    pthread_once(&once, watch_forks);
    if (key->size > HW_JIT_LARGEST_QUESTION || !hw_jit_compiler_path())
        return hw_fail(error, HW_ERR_UNSUPPORTED, "jit", "the kernel is too large, or there is no compiler");
    struct conversation *with = current;
    pthread_mutex_lock(&with->lock);
    uint8_t *bytes = converse(with, key, &answer);
    pthread_mutex_unlock(&with->lock);
    if (!bytes)
        return hw_fail(error, HW_ERR_IO, "jit", "the compiler %s has ended without an answer",
                       hw_jit_compiler_path());
    if (answer.failed) {
        hw_fail(error, HW_ERR_UNSUPPORTED, "jit", "%s", (const char *)bytes);
        free(bytes);
        return HW_ERR_UNSUPPORTED;
    }
    *object = bytes;
    *size = answer.size;
    return HW_OK;
}
