/* SPDX-License-Identifier: MIT */
/* See nvjitlink.h.  nvJitLink.h of CUDA 12 and 13 has names, numbers and options: its functions have the
 * version in their names. */
#include "cuda/core/modules/nvjitlink.h"

#include "cuda/base/message.h"
#include "cuda/base/nvidia_files.h"
#include "environment.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define MOST 16u

/* The versions, the newest first: what it takes includes what those before it take, but for chips that
 * NVIDIA has dropped. */
static const struct version {
    const char *name, *suffix;
    unsigned least_target;
} versions[] = {{"libnvJitLink.so.13", "_13_0", 75}, {"libnvJitLink.so.12", "_12_0", 50}};
enum { VERSIONS = sizeof versions / sizeof *versions };

static const char *const entries[] = {
    "Create",         "Destroy",         "AddData",     "Complete",       "GetLinkedCubinSize",
    "GetLinkedCubin", "GetErrorLogSize", "GetErrorLog", "GetInfoLogSize", "GetInfoLog",
};

static struct {
    struct hw_nvidia_files files; /* not loaded before they are needed */
    size_t next;                  /* of these */
    struct hw_nvjitlink found[MOST];
    size_t count;
    struct hw_error wrong; /* with the one that is named */
    bool searched;
} state;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of it */

/* --- where it is --- */

bool hw_nvjitlink_is_named(void)
{
    const char *wish = hw_environment(HW_ENVIRONMENT_JITLINK);

    return wish && strcmp(wish, "own") != 0;
}

/* One that the program has loaded, from wherever. */
static void find_loaded(const struct version *version)
{
    void *library = dlopen(version->name, RTLD_NOW | RTLD_NOLOAD), *entry;
    char name[64];
    Dl_info about;

    snprintf(name, sizeof name, "__nvJitLinkCreate%s", version->suffix);
    if (library && (entry = dlsym(library, name)) && dladdr(entry, &about) && about.dli_fname)
        hw_nvidia_files_add(&state.files, about.dli_fname);
    if (library)
        dlclose(library);
}

static void search(void)
{
    state.searched = true;
    if (hw_nvjitlink_is_named())
        hw_nvidia_files_add(&state.files, hw_environment(HW_ENVIRONMENT_JITLINK));
    if (hw_environment(HW_ENVIRONMENT_JITLINK))
        return;
    for (size_t v = 0; v < VERSIONS; v++) {
        find_loaded(&versions[v]);
        hw_nvidia_files_find(&state.files, versions[v].name);
    }
}

/* --- what it has --- */

static bool find_entries(void *library, const char *suffix, struct hw_nvjitlink *found)
{
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        char name[64];
        snprintf(name, sizeof name, "__nvJitLink%s%s", entries[i], suffix);
        void *entry = dlsym(library, name);
        if (!entry)
            return false;
        memcpy((char *)found + i * sizeof entry, &entry, sizeof entry);
    }
    return true;
}

static bool is_known(const void *library)
{
    for (size_t i = 0; i < state.count; i++)
        if (state.found[i].library == library)
            return true;
    return false;
}

static bool take(const char *path)
{
    struct hw_nvjitlink *found = &state.found[state.count];
    void *library = state.count < MOST ? hw_nvidia_open(path) : NULL;

    for (size_t v = 0; library && !is_known(library) && v < VERSIONS; v++)
        if (find_entries(library, versions[v].suffix, found)) {
            found->library = library;
            found->path = path;
            found->least_target = versions[v].least_target;
            state.count++;
            return true;
        }
    if (library)
        dlclose(library);
    return false;
}

static void say_wrong(const char *path)
{
    const char *reason = dlerror();

    hw_fail(
        &state.wrong, HW_ERR_ARGUMENT, "cuda",
        "HALFWARP_JITLINK is `%.100s`; expected `own` or the file of an nvJitLink of CUDA 12 or 13%s%.120s",
        path, reason ? ": " : "", reason ? reason : "");
    hw_cuda_message("%s", state.wrong.text);
}

const struct hw_nvjitlink *hw_nvjitlink(size_t number)
{
    pthread_mutex_lock(&lock);
    if (!state.searched)
        search();
    while (number >= state.count && state.next < state.files.count)
        if (!take(state.files.path[state.next++]) && hw_nvjitlink_is_named())
            say_wrong(state.files.path[0]);
    const struct hw_nvjitlink *found = number < state.count ? &state.found[number] : NULL;
    pthread_mutex_unlock(&lock);
    return found;
}

const struct hw_nvjitlink *hw_nvjitlink_for(size_t *number, unsigned target)
{
    const struct hw_nvjitlink *found;

    for (; (found = hw_nvjitlink(*number)) != NULL; ++*number)
        if (found->least_target <= target || hw_nvjitlink_is_named())
            return found;
    return NULL;
}

bool hw_nvjitlink_is_there_for(unsigned target)
{
    size_t first = 0;

    return hw_nvjitlink_for(&first, target) != NULL;
}

hw_status hw_nvjitlink_check(struct hw_error *error)
{
    hw_nvjitlink(0);
    if (state.wrong.status == HW_OK)
        return HW_OK;
    *error = state.wrong;
    return error->status;
}
