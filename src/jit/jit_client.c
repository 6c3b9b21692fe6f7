/* SPDX-License-Identifier: MIT */
/* The RPC client has one connection to the compiler; a lock makes threads take turns. */
#include "jit/jit_client.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jit/jit_locate.h"
#include "jit/jit_process.h"
#include "jit/request/jit_protocol.h"

#define TRIES 2 /* the first may reach a process that is about to exit */

/* The connection of this process; a child of fork makes its own. */
struct connection {
    pthread_mutex_t lock;
    _Atomic int socket;        /* -1: no process */
    char llvm[HW_JIT_VERSION]; /* of the process */
};
static struct connection first = {.lock = PTHREAD_MUTEX_INITIALIZER, .socket = -1};
static struct connection *_Atomic current = &first;

static void disconnect(struct connection *with)
{
    close(with->socket);
    with->socket = -1;
}

/* --- a request and its reply --- */

static bool send_request(struct connection *with, const struct hw_cache_key *key)
{
    const size_t before = sizeof(struct hw_cache_hash);
    struct hw_jit_rpc_request header = {.size = key->size - before};
    _Static_assert(HW_CACHE_KEY_NAME <= HW_JIT_NAME, "the name of a key fits a request's");

    hw_cache_key_name(key, header.name);
    return hw_jit_send(with->socket, &header, sizeof header) &&
           hw_jit_send(with->socket, key->bytes + before, key->size - before);
}

/* The bytes of a reply and a zero; NULL: the process has ended, or there is no memory. */
static uint8_t *receive_reply(struct connection *with, struct hw_jit_rpc_reply *reply)
{
    if (!hw_jit_receive(with->socket, reply, sizeof *reply) || reply->size > HW_JIT_RPC_REPLY_MAX)
        return NULL;
    uint8_t *bytes = malloc(reply->size + 1);
    if (bytes && !hw_jit_receive(with->socket, bytes, reply->size)) {
        free(bytes);
        return NULL;
    }
    if (bytes)
        bytes[reply->size] = 0;
    return bytes;
}

#define COMPLAINT 256

/* Wait for the greeting.  If none comes, the text before it, from the loader or from preloaded libraries, is
 * the complaint: then false. */
static bool receive_greeting(int socket, struct hw_jit_greeting *greeting, char complaint[COMPLAINT])
{
    const size_t whole = sizeof greeting->begins;
    size_t length = 0, matched = 0;
    char byte;

    while (matched < whole && hw_jit_receive(socket, &byte, 1)) {
        if (byte != HW_JIT_GREETING[matched])
            matched = 0;
        if (byte == HW_JIT_GREETING[matched])
            matched++;
        else if (length + 1 < COMPLAINT)
            complaint[length++] = byte;
    }
    complaint[length] = '\0';
    complaint[strcspn(complaint, "\n")] = '\0';
    return matched == whole && hw_jit_receive(socket, (char *)greeting + whole, sizeof *greeting - whole);
}

/* Under the lock: start the process unless it runs, and receive its greeting. */
static hw_status connect_compiler(struct connection *with, struct hw_error *error)
{
    struct hw_jit_greeting greeting;
    char complaint[COMPLAINT];

    if (with->socket >= 0)
        return HW_OK;
    const hw_status status = hw_jit_compiler_installed(error);
    if (status != HW_OK)
        return status;
    with->socket = hw_jit_process_start(hw_jit_compiler_path());
    if (with->socket < 0)
        return hw_fail(error, HW_ERR_IO, "jit", "%.200s cannot be started", hw_jit_compiler_path());
    if (receive_greeting(with->socket, &greeting, complaint)) {
        greeting.llvm[sizeof greeting.llvm - 1] = '\0';
        strcpy(with->llvm, greeting.llvm);
        return HW_OK;
    }
    disconnect(with);
    return hw_fail(error, HW_ERR_IO, "jit", "halfwarp-jit does not start%s%s", complaint[0] ? ": " : "",
                   complaint);
}

/* Under the lock. */
static hw_status exchange(struct connection *with, const struct hw_cache_key *key,
                          struct hw_jit_rpc_reply *reply, uint8_t **bytes, struct hw_error *error)
{
    for (unsigned i = 0; i < TRIES; i++) {
        const hw_status status = connect_compiler(with, error);
        if (status != HW_OK)
            return status;
        *bytes = send_request(with, key) ? receive_reply(with, reply) : NULL;
        if (*bytes)
            return HW_OK;
        disconnect(with);
    }
    return hw_fail(error, HW_ERR_IO, "jit", "the compiler %.200s has ended without an answer",
                   hw_jit_compiler_path());
}

/* After a fork the child has the socket, which the parent may be using, and perhaps a locked lock that no
 * thread unlocks.  If there is no memory the child keeps both. */
static void forget_parents_connection(void)
{
    struct connection *fresh = malloc(sizeof *fresh), *parents = current;

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
    pthread_atfork(NULL, NULL, forget_parents_connection);
}

/* The connection of this process, with its lock taken. */
static struct connection *lock_connection(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, watch_forks);
    struct connection *with = current;
    pthread_mutex_lock(&with->lock);
    return with;
}

hw_status hw_jit_client_version(char version[HW_JIT_VERSION], struct hw_error *error)
{
    struct connection *with = lock_connection();
    const hw_status status = connect_compiler(with, error);

    if (status == HW_OK)
        strcpy(version, with->llvm);
    pthread_mutex_unlock(&with->lock);
    return status;
}

hw_status hw_jit_client_compile(const struct hw_cache_key *key, uint8_t **object, size_t *size,
                                struct hw_error *error)
{
    struct hw_jit_rpc_reply reply;
    uint8_t *bytes = NULL;

    if (key->size > HW_JIT_RPC_REQUEST_MAX)
        return hw_fail(error, HW_ERR_UNSUPPORTED, "jit",
                       "the kernel's request has %zu bytes; at most %u are sent", key->size,
                       HW_JIT_RPC_REQUEST_MAX);
    struct connection *with = lock_connection();
    hw_status status = exchange(with, key, &reply, &bytes, error);
    pthread_mutex_unlock(&with->lock);
    if (status != HW_OK)
        return status;
    if (reply.failed) {
        hw_fail(error, HW_ERR_UNSUPPORTED, "jit", "%s", (const char *)bytes);
        free(bytes);
        return HW_ERR_UNSUPPORTED;
    }
    *object = bytes;
    *size = reply.size;
    return HW_OK;
}
