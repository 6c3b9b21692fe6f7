/* SPDX-License-Identifier: MIT */
/* The front door of the JIT takes a program to code that runs:
 *
 *     hw_jit_compile
 *       hw_jit_build_unit           the compile unit of the program     jit_build_unit.c
 *       hw_jit_key_make             its key: same key, same code        jit_key.c
 *       hw_jit_code_cache_enter     is it loaded in this process?       jit_code_cache.c
 *       hw_cache_file_find          has a process cached it in a file?  cache/cache_file.c
 *       hw_jit_client_compile       else request it of the compiler     jit_client.c
 *       hw_jit_load                 the object file in memory           jit_object_loader.c
 *       hw_jit_publish              its symbols for perf and gdb        symbols/jit_publish.c */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cache/cache_file.h"
#include "jit/jit_client.h"
#include "jit/jit_get_code.h"
#include "jit/jit_locate.h"
#include "jit/jit_cache_dir.h"
#include "jit/jit_code_cache.h"
#include "jit/jit_key.h"
#include "jit/jit_object_loader.h"
#include "jit/jit_build_unit.h"
#include "jit/request/jit_straight_line.h"
#include "jit/symbols/jit_publish.h"

/* The code that hw_jit_compile returns. */
struct code {
    struct hw_jit_cached cached;  /* its first member */
    struct hw_compiled_code seen; /* the engine's view */
    struct hw_jit_loaded loaded;
    struct hw_jit_gdb_entry *debugged; /* NULL: no debugger wants it */
    uint8_t entry[];
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct hw_cache_dir folder;

static void choose_folder(void)
{
    hw_jit_cache_dir_choose(&folder);
}

/* --- making code --- */

static struct code *create_code(const struct hw_jit_request *request)
{
    const uint32_t count = request->unit.count;
    struct code *code = calloc(1, sizeof *code + count);

    if (!code || !hw_jit_key_make(&code->cached.key, request)) {
        free(code);
        return NULL;
    }
    memcpy(code->entry, request->unit.leader, count);
    code->seen.entry = code->entry;
    (void)hw_jit_is_straight_line(&request->unit, &code->seen.stateless.end);
    return code;
}

static void destroy_code(struct code *code)
{
    hw_cache_key_clear(&code->cached.key);
    free(code);
}

/* Load cached code of another process.  A file that cannot be loaded is compiled again. */
static bool load_cached(struct code *code, struct hw_jit_symbols *symbols)
{
    struct hw_cache_found found;

    if (getenv("HALFWARP_JIT_DUMP") || !hw_cache_file_find(&folder, &code->cached.key, &found))
        return false;
    const bool ok = hw_jit_load(&code->loaded, symbols, found.data, found.size, NULL) == HW_OK;
    free(found.whole);
    return ok;
}

static hw_status make_code(struct code *code, struct hw_jit_symbols *symbols, bool only_cached,
                           struct hw_error *error)
{
    uint8_t *object;
    size_t size;

    if (load_cached(code, symbols))
        return HW_OK;
    if (only_cached)
        return hw_fail(error, HW_ERR_NOT_FOUND, "jit", "no code of the kernel is cached");
    hw_status status = hw_jit_client_compile(&code->cached.key, &object, &size, error);
    if (status != HW_OK)
        return status;
    status = hw_jit_load(&code->loaded, symbols, object, size, error);
    if (status == HW_OK)
        hw_cache_file_store(&folder, &code->cached.key, object, size);
    free(object);
    return status;
}

/* The same, and publish it. */
static hw_status make_and_publish(struct code *code, const struct hw_compile_input *source,
                                  struct hw_error *error)
{
    struct hw_jit_symbols symbols = {.symbol = NULL};
    const hw_status status =
        make_code(code, hw_jit_publishes_symbols() ? &symbols : NULL, source->only_cached, error);

    if (status == HW_OK)
        code->debugged = hw_jit_publish(&code->loaded, source, &symbols);
    hw_jit_symbols_clear(&symbols);
    return status;
}

/* --- the functions of the compiler interface --- */

static hw_status find_or_make(const struct hw_jit_request *request, const struct hw_compile_input *source,
                              struct hw_compiled_code **compiled, struct hw_error *error)
{
    struct code *own = create_code(request);

    if (!own)
        return hw_fail(error, HW_ERR_NO_MEMORY, "jit", "no memory for compiled code");
    struct code *code = (struct code *)hw_jit_code_cache_enter(&own->cached);
    if (code != own) {
        destroy_code(own);
    } else {
        const hw_status status = make_and_publish(own, source, error);
        if (status != HW_OK) {
            hw_jit_code_cache_remove(&own->cached);
            destroy_code(own);
            return status;
        }
        own->seen.run = own->loaded.run;
        own->seen.stateless.run = own->loaded.stateless;
        hw_jit_code_cache_made(&own->cached);
    }
    *compiled = &code->seen;
    return HW_OK;
}

hw_status hw_jit_compile(const struct hw_compile_input *source, struct hw_compiled_code **compiled,
                         struct hw_error *error)
{
    struct hw_jit_request request = {.lanes = source->lanes,
                                     .level = source->arithmetic->build,
                                     .is_baseline = source->is_baseline,
                                     .has_lines = hw_jit_publishes_lines()};
    hw_status status;

    pthread_once(&once, choose_folder);
    if (hw_jit_build_unit(&request.unit, source))
        status = find_or_make(&request, source, compiled, error);
    else
        status = hw_fail(error, HW_ERR_NO_MEMORY, "jit", "no memory to look at the kernel");
    hw_jit_unit_clear(&request.unit);
    return status;
}

void hw_jit_free(struct hw_compiled_code *compiled)
{
    struct code *code = (struct code *)((char *)compiled - offsetof(struct code, seen));

    if (!hw_jit_code_cache_leave(&code->cached))
        return;
    hw_jit_gdb_unregister(code->debugged);
    hw_jit_unload(&code->loaded);
    hw_jit_code_cache_remove(&code->cached);
    destroy_code(code);
}
