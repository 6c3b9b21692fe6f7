/* SPDX-License-Identifier: MIT */
/* Shared by the parts of the driver, with the checks' questions beside the driver interface. */
#ifndef MGPU_DRIVER_H
#define MGPU_DRIVER_H

#include <cuda.h>

#include <halfwarp/image.h>
#include <halfwarp/surface.h>
#include <halfwarp/texture.h>

#define MOST_TEXTURES 4

struct CUtex_st {
    char name[64];
    uint64_t address; /* 0: not bound */
    size_t bytes;
    CUarray_format format;
    int channels;
};

struct CUmod_st {
    struct hw_module *module;
    struct CUfunc_st *functions; /* those asked for so far, the latest first */
    struct CUtex_st textures[MOST_TEXTURES];
    unsigned texture_count;
};

struct CUfunc_st {
    struct CUmod_st *module;
    struct CUfunc_st *next;
    struct hw_image image;
    bool launched;
};

/* How many different kernels ran, how often, and for how many thread instructions. */
struct driver_counts {
    unsigned kernels, launches;
    unsigned long long instructions;
};
extern struct driver_counts driver_counts;

/* hw_launch.code.turn of what is launched from now on. */
extern unsigned driver_turn;

/* The device memory and its context, made when they are first asked for. */
struct hw_memory *driver_memory(void);

/* Say what went wrong; the driver's number for it. */
CUresult driver_failed(const struct hw_error *error, CUresult number);

/* What a kernel's texture slots hold. */
struct driver_slots {
    struct hw_texture texture[MOST_TEXTURES];
    struct hw_bindless slot[MOST_TEXTURES];
};

/* Fill `slots` with a kernel's textures and bind it to the launch. */
bool driver_bind_textures(const struct CUfunc_st *function, struct hw_launch *launch,
                          struct driver_slots *slots);

#endif
