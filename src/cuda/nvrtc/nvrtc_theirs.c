/* SPDX-License-Identifier: MIT */
/* See nvrtc_theirs.h.  What it makes is copied, so a program of ours is the same whoever compiled it. */
#include "cuda/nvrtc/nvrtc_theirs.h"

#include "cuda/base/nvidia_files.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST       8u
#define MOST_ARCHS 128

typedef nvrtcResult (*tell_size)(void *program, size_t *bytes);
typedef nvrtcResult (*copy_bytes)(void *program, char *bytes);

/* What a program has, with the names of its two functions; the log is the first. */
static const char *const forms[] = {"ProgramLog", "PTX", "CUBIN", "LTOIR", "NVVM", "OptiXIR"};
enum { LOG, PTX, CUBIN, FIRST_OTHER, FORMS = sizeof forms / sizeof *forms };
_Static_assert(FORMS - FIRST_OTHER == HW_NVRTC_FORMS, "each has a place in the program");

struct hw_nvrtc_theirs {
    nvrtcResult (*version)(int *, int *);
    nvrtcResult (*create)(void **, const char *, const char *, int, const char *const *, const char *const *);
    nvrtcResult (*destroy)(void **);
    nvrtcResult (*compile)(void *, int, const char *const *);
    nvrtcResult (*add_name)(void *, const char *);
    nvrtcResult (*lowered)(void *, const char *, const char **);
    tell_size size[FORMS];
    copy_bytes get[FORMS]; /* NULL: it has no such form */
    const char *path;
    int major, minor, archs[MOST_ARCHS], arch_count;
};

bool hw_nvrtc_is_own(void)
{
    const char *wish = secure_getenv("HALFWARP_NVRTC");

    return wish && *wish; /* `own` */
}

static struct {
    struct hw_nvidia_files files;
    struct hw_nvrtc_theirs found[MOST];
    size_t count;
} state;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* --- which there are --- */

static bool find_entries(void *library, struct hw_nvrtc_theirs *theirs)
{
    static const char *const names[] = {"Version",        "CreateProgram",     "DestroyProgram",
                                        "CompileProgram", "AddNameExpression", "GetLoweredName"};
    char name[64];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(name, sizeof name, "nvrtc%s", names[i]);
        void *entry = dlsym(library, name);
        if (!entry)
            return false;
        memcpy((char *)theirs + i * sizeof entry, &entry, sizeof entry);
    }
    for (size_t i = 0; i < FORMS; i++) {
        snprintf(name, sizeof name, "nvrtcGet%sSize", forms[i]);
        theirs->size[i] = (tell_size)(uintptr_t)dlsym(library, name);
        snprintf(name, sizeof name, "nvrtcGet%s", forms[i]);
        theirs->get[i] = (copy_bytes)(uintptr_t)dlsym(library, name);
    }
    return theirs->version(&theirs->major, &theirs->minor) == NVRTC_SUCCESS;
}

static void find_archs(void *library, struct hw_nvrtc_theirs *theirs)
{
    nvrtcResult (*count)(int *) =
        (nvrtcResult(*)(int *))(uintptr_t)dlsym(library, "nvrtcGetNumSupportedArchs");
    nvrtcResult (*list)(int *) = (nvrtcResult(*)(int *))(uintptr_t)dlsym(library, "nvrtcGetSupportedArchs");
    int number = 0;

    if (count && list && count(&number) == NVRTC_SUCCESS && number > 0 && number <= MOST_ARCHS &&
        list(theirs->archs) == NVRTC_SUCCESS)
        theirs->arch_count = number;
}

static void take(const char *path)
{
    struct hw_nvrtc_theirs *theirs = &state.found[state.count];
    void *library = state.count < MOST ? hw_nvidia_open(path) : NULL;

    if (!library)
        return;
    *theirs = (struct hw_nvrtc_theirs){.path = path};
    if (find_entries(library, theirs)) {
        find_archs(library, theirs);
        state.count++;
    } else {
        dlclose(library);
    }
}

/* NVRTC's name has a second number before CUDA 12, the same for all from CUDA 11.2 on. */
static void search(void)
{
    const int major = hw_nvrtc_toolkit / 1000, minor = hw_nvrtc_toolkit % 1000 / 10;
    char own[32];

    if (hw_nvrtc_is_own())
        return;
    if (major >= 12)
        snprintf(own, sizeof own, "libnvrtc.so.%d", major);
    else
        snprintf(own, sizeof own, "libnvrtc.so.%d.%d", major, major == 11 && minor > 2 ? 2 : minor);
    const char *const names[] = {own, "libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        hw_nvidia_files_find(&state.files, names[i]);
    for (size_t i = 0; i < state.files.count; i++)
        take(state.files.path[i]);
}

static bool makes(const struct hw_nvrtc_theirs *theirs, unsigned target)
{
    for (int i = 0; i < theirs->arch_count; i++)
        if (theirs->archs[i] == (int)target)
            return true;
    return target == 0;
}

const struct hw_nvrtc_theirs *hw_nvrtc_theirs(unsigned target)
{
    pthread_once(&once, search);
    for (size_t i = 0; i < state.count; i++)
        if (makes(&state.found[i], target))
            return &state.found[i];
    return NULL;
}

bool hw_nvrtc_theirs_version(int *major, int *minor)
{
    const struct hw_nvrtc_theirs *first = hw_nvrtc_theirs(0);

    if (!first || first->major != hw_nvrtc_toolkit / 1000)
        return false;
    *major = first->major;
    *minor = first->minor;
    return true;
}

/* --- a program --- */

static nvrtcResult create(const struct hw_nvrtc_theirs *theirs, const struct hw_nvrtc_program *program,
                          void **made)
{
    const size_t count = program->header_count;
    const char **texts = calloc(2 * count + 1, sizeof *texts);
    nvrtcResult result = NVRTC_ERROR_OUT_OF_MEMORY;

    for (size_t i = 0; texts && i < count; i++) {
        texts[i] = program->headers[i].text;
        texts[count + i] = program->headers[i].name;
    }
    if (texts)
        result = theirs->create(made, program->source, program->name, (int)count, texts, texts + count);
    free(texts);
    for (size_t i = 0; result == NVRTC_SUCCESS && i < program->name_count; i++)
        result = theirs->add_name(*made, program->names[i].expression);
    return result;
}

/* A copy of a form, with a NUL behind it; empty: it is not there. */
static struct hw_nvrtc_bytes copy(const struct hw_nvrtc_theirs *theirs, void *program, size_t form)
{
    struct hw_nvrtc_bytes bytes = {NULL, 0};

    if (!theirs->size[form] || !theirs->get[form] ||
        theirs->size[form](program, &bytes.count) != NVRTC_SUCCESS || !bytes.count)
        return (struct hw_nvrtc_bytes){NULL, 0};
    bytes.text = calloc(1, bytes.count + 1);
    if (bytes.text && theirs->get[form](program, bytes.text) == NVRTC_SUCCESS)
        return bytes;
    free(bytes.text);
    return (struct hw_nvrtc_bytes){NULL, 0};
}

static bool take_names(const struct hw_nvrtc_theirs *theirs, void *made, struct hw_nvrtc_program *program)
{
    for (size_t i = 0; i < program->name_count; i++) {
        const char *lowered;
        if (theirs->lowered(made, program->names[i].expression, &lowered) == NVRTC_SUCCESS &&
            !(program->names[i].lowered = strdup(lowered)))
            return false;
    }
    return true;
}

static bool take_code(const struct hw_nvrtc_theirs *theirs, void *made, struct hw_nvrtc_program *program)
{
    const struct hw_nvrtc_bytes ptx = copy(theirs, made, PTX), cubin = copy(theirs, made, CUBIN);

    program->ptx = ptx.text;
    program->cubin = (uint8_t *)cubin.text;
    program->cubin_bytes = cubin.count;
    for (size_t i = 0; i < HW_NVRTC_FORMS; i++)
        program->forms[i] = copy(theirs, made, FIRST_OTHER + i);
    return take_names(theirs, made, program);
}

nvrtcResult hw_nvrtc_theirs_compile(const struct hw_nvrtc_theirs *theirs, struct hw_nvrtc_program *program,
                                    int count, const char *const *options)
{
    void *made = NULL;
    nvrtcResult result = create(theirs, program, &made);

    if (result == NVRTC_SUCCESS)
        result = theirs->compile(made, count, options);
    if (made) {
        const struct hw_nvrtc_bytes log = copy(theirs, made, LOG);
        if (log.text)
            hw_nvrtc_say(program, "%s", log.text);
        free(log.text);
        if (result == NVRTC_SUCCESS && !take_code(theirs, made, program))
            result = NVRTC_ERROR_OUT_OF_MEMORY;
        theirs->destroy(&made);
    }
    if (result == NVRTC_ERROR_INVALID_OPTION)
        hw_nvrtc_say(program, "halfwarp: said by NVIDIA's NVRTC %d.%d, %s\n", theirs->major, theirs->minor,
                     theirs->path);
    return result;
}
