/* SPDX-License-Identifier: MIT */
/* See gl_functions.h. */
#include "cuda/gl/gl_functions.h"

#include "cuda/base/message.h"

#include <dlfcn.h>
#include <string.h>

#define GL_VERSION 0x1f02u

typedef void *lookup_fn(const char *name);

/* Among what the program has loaded; of libGL also if it was loaded for the use of one library only. */
static void *find_symbol(const char *name)
{
    void *found = dlsym(RTLD_DEFAULT, name);
    void *library = found ? NULL : dlopen("libGL.so.1", RTLD_LAZY | RTLD_NOLOAD);

    if (library) {
        found = dlsym(library, name);
        dlclose(library);
    }
    return found;
}

/* libGL exports what was in OpenGL when it was built; the rest it gives when asked for. */
static void *find(const char *name)
{
    static const char asked[] = "glXGetProcAddressARB";
    void *found = find_symbol(name), *asks = found ? NULL : find_symbol(asked);
    lookup_fn *look_up;

    if (!asks)
        return found;
    memcpy(&look_up, &asks, sizeof look_up);
    return look_up(name);
}

#define TAKE(result, name, arguments)        \
    found = find("gl" #name);                \
    memcpy(&gl->name, &found, sizeof found); \
    complete = complete && found;

static bool load(struct hw_gl *gl)
{
    bool complete = true;
    void *found;

    HW_GL_FUNCTIONS(TAKE)
    return complete;
}

static bool load_frames(struct hw_gl *gl)
{
    bool complete = true;
    void *found;

    HW_GL_FRAME_FUNCTIONS(TAKE)
    return complete;
}

const struct hw_gl *hw_gl_current(void)
{
    static struct hw_gl gl;
    static bool loaded;

    if (!loaded) {
        loaded = load(&gl);
        gl.frames = loaded && load_frames(&gl);
    }
    /* Without a context every function does nothing, and this one returns nothing. */
    if (loaded && gl.GetString(GL_VERSION))
        return &gl;
    hw_cuda_message("sharing with OpenGL: %s", loaded ? "the calling thread has no current OpenGL context"
                                                      : "no OpenGL library is loaded");
    return NULL;
}
