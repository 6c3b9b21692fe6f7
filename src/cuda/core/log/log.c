/* SPDX-License-Identifier: MIT */
/* The log: the wishes of the environment, lines and objects, calls. */
#include "cuda/core/log/log.h"

#include "cuda/base/message.h"
#include "cuda/core/log/log_listener.h"
#include "cuda/core/log/reason.h"
#include "cuda/inject/inject.h"
#include "environment.h"
#include "write_all.h"
#include "own_descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <json-c/json_object.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- what is asked for --- */

static struct {
    enum hw_cuda_log_form launches, calls, errors, ptx, summary; /* calls: all of them */
    int file;
} asked;

static pthread_once_t asked_once = PTHREAD_ONCE_INIT;

static bool wants(const char *word)
{
    return hw_environment_has(HW_ENVIRONMENT_LOG, word);
}

/* The audit library has `libraries`. */
static void read_words(void)
{
    const enum hw_cuda_log_form form = wants("json") ? HW_CUDA_LOG_JSON : HW_CUDA_LOG_TEXT;

    if (wants("launches") || wants("1") || wants("calls") || wants("json"))
        asked.launches = form;
    if (wants("calls"))
        asked.calls = form;
    if (wants("errors") || wants("calls"))
        asked.errors = form;
    if (wants("ptx"))
        asked.ptx = form;
}

static void open_file(const char *path)
{
    asked.file = hw_own_descriptor(open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (asked.file >= 0)
        return;
    hw_cuda_message("HALFWARP_LOG_FILE: %s cannot be written: %s", path, strerror(errno));
    asked.file = STDERR_FILENO;
}

static void read_environment(void)
{
    static const enum hw_cuda_log_form forms[] = {HW_CUDA_LOG_NONE, HW_CUDA_LOG_TEXT, HW_CUDA_LOG_JSON};
    const char *path = hw_environment(HW_ENVIRONMENT_LOG_FILE);

    read_words();
    asked.summary = forms[hw_environment_word(HW_ENVIRONMENT_SUMMARY, 0)];
    asked.file = STDERR_FILENO;
    if (path && (asked.launches || asked.errors || asked.ptx || asked.summary || hw_inject_on))
        open_file(path);
}

enum hw_cuda_log_form hw_cuda_log_launches(void)
{
    pthread_once(&asked_once, read_environment);
    return asked.launches;
}

enum hw_cuda_log_form hw_cuda_log_any(void)
{
    pthread_once(&asked_once, read_environment);
    return asked.launches ? asked.launches : asked.errors ? asked.errors : asked.ptx;
}

enum hw_cuda_log_form hw_cuda_log_summary(void)
{
    pthread_once(&asked_once, read_environment);
    return asked.summary;
}

bool hw_cuda_log_reasons(void)
{
    pthread_once(&asked_once, read_environment);
    return asked.errors != HW_CUDA_LOG_NONE || hw_cuda_log_has_listeners();
}

bool hw_cuda_log_sums(void)
{
    return hw_cuda_log_summary() != HW_CUDA_LOG_NONE;
}

/* --- lines --- */

void hw_cuda_log_write(const char *text, size_t bytes)
{
    static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;

    pthread_mutex_lock(&writing);
    /* A closed pipe, a full disk: the program goes on without its log. */
    hw_write_all(asked.file, text, bytes);
    pthread_mutex_unlock(&writing);
}

/* --- objects --- */

struct json_object *hw_cuda_log_begin(const char *event)
{
    struct json_object *object = json_object_new_object();

    hw_cuda_log_text(object, "event", event);
    return object;
}

static void add(struct json_object *object, const char *key, struct json_object *value)
{
    if (!object || json_object_object_add(object, key, value) != 0)
        json_object_put(value);
}

void hw_cuda_log_text(struct json_object *object, const char *key, const char *text)
{
    add(object, key, text ? json_object_new_string(text) : NULL);
}

void hw_cuda_log_number(struct json_object *object, const char *key, uint64_t number)
{
    add(object, key, json_object_new_uint64(number));
}

void hw_cuda_log_bool(struct json_object *object, const char *key, bool truth)
{
    add(object, key, json_object_new_boolean(truth));
}

void hw_cuda_log_list(struct json_object *object, const char *key, struct json_object *list)
{
    add(object, key, list);
}

void hw_cuda_log_seconds(struct json_object *object, double seconds)
{
    const uint64_t us = (uint64_t)(seconds * 1e6 + 0.5);
    char text[32];

    /* By hand, since the program's locale may have a comma for the point. */
    snprintf(text, sizeof text, "%" PRIu64 ".%06u", us / 1000000, (unsigned)(us % 1000000));
    add(object, "seconds", json_object_new_double_s(seconds, text));
}

void hw_cuda_log_error(struct json_object *object, int error, const char *name)
{
    add(object, "error", json_object_new_int(error));
    hw_cuda_log_text(object, "error_name", name);
}

void hw_cuda_log_end(struct json_object *object)
{
    const char *text =
        json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
    const size_t length = text ? strlen(text) : 0;
    char *line = malloc(length + 1);

    if (line && length) {
        memcpy(line, text, length);
        line[length] = '\n';
        hw_cuda_log_write(line, length + 1);
    }
    free(line);
    json_object_put(object);
}

/* --- calls --- */

const char *hw_cuda_error_name(cudaError_t error)
{
#define NAME(number, name, sentence) {number, #name},
    static const struct {
        unsigned number;
        const char *name;
    } names[] = {HW_CUDA_ERRORS(NAME)};
#undef NAME

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == (unsigned)error)
            return names[i].name;
    return "an unknown error";
}

static void call_as_text(const char *call, int error, const char *name, const char *reason)
{
    char text[512];
    const int length = snprintf(text, sizeof text, "halfwarp: call %s: %d %s%s%s\n", call, error, name,
                                reason ? ": " : "", reason ? reason : "");

    if (length > 0 && (size_t)length < sizeof text)
        hw_cuda_log_write(text, (size_t)length);
}

static void call_as_json(const char *call, int error, const char *name, const char *reason)
{
    struct json_object *object = hw_cuda_log_begin("call");

    hw_cuda_log_text(object, "call", call);
    hw_cuda_log_error(object, error, name);
    if (reason)
        hw_cuda_log_text(object, "reason", reason);
    hw_cuda_log_end(object);
}

/* Work that goes on is an answer, for which programs may ask all the time. */
static bool is_failure(int error, const char *name)
{
    return error != 0 && strcmp(name, "cudaErrorNotReady") != 0 && strcmp(name, "CUDA_ERROR_NOT_READY") != 0;
}

void hw_cuda_log_call(const char *call, int error, const char *name)
{
    pthread_once(&asked_once, read_environment);
    if (!name)
        name = hw_cuda_error_name((cudaError_t)error);
    const char *found = hw_cuda_reason(), *reason = error ? found : NULL;
    const bool failed = is_failure(error, name);
    if (failed)
        hw_cuda_log_tell(call, error, name, reason);
    switch (failed ? asked.errors : asked.calls) {
    case HW_CUDA_LOG_NONE: break;
    case HW_CUDA_LOG_TEXT: call_as_text(call, error, name, reason); break;
    case HW_CUDA_LOG_JSON: call_as_json(call, error, name, reason); break;
    }
}

/* --- PTX --- */

static void ptx_as_text(const char *target, size_t bytes, double seconds, bool found)
{
    char text[128];
    const unsigned us = (unsigned)(seconds * 1e6 + 0.5);
    const int length = snprintf(text, sizeof text, "halfwarp: %s: PTX of %zu bytes %s in %u.%06u s\n", target,
                                bytes, found ? "found in the cache" : "compiled", us / 1000000, us % 1000000);

    hw_cuda_log_write(text, (size_t)length);
}

static void ptx_as_json(const char *target, size_t bytes, double seconds, bool found)
{
    struct json_object *object = hw_cuda_log_begin("ptx");

    hw_cuda_log_text(object, "target", target);
    hw_cuda_log_number(object, "bytes", bytes);
    hw_cuda_log_bool(object, "cached", found);
    hw_cuda_log_seconds(object, seconds);
    hw_cuda_log_end(object);
}

void hw_cuda_log_ptx(const char *target, size_t bytes, double seconds, bool found)
{
    pthread_once(&asked_once, read_environment);
    switch (asked.ptx) {
    case HW_CUDA_LOG_NONE: break;
    case HW_CUDA_LOG_TEXT: ptx_as_text(target, bytes, seconds, found); break;
    case HW_CUDA_LOG_JSON: ptx_as_json(target, bytes, seconds, found); break;
    }
}
