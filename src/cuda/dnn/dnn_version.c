/* SPDX-License-Identifier: MIT */
/* See dnn_version.h.
 *
 * pip's wheel says it in the name of a folder beside the packages that a program has loaded libraries from:
 * SITE-PACKAGES/nvidia_cudnn_cu13-9.28.1.4.dist-info (the format of wheels, PEP 376 and 427).  Other
 * installations say it in the file's name: libcudnn.so.9 is a link to libcudnn.so.9.28.1; which CUDA theirs
 * is for, the runtime says that the program has loaded. */
#include "cuda/dnn/dnn_version.h"

#include <glob.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CUDA 10 /* that there is a cuDNN 8 for */

static struct hw_dnn_version version;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* Take a version that is of this library's major one, and not below what was found before. */
static void take(struct hw_dnn_version found, struct hw_dnn_version *best)
{
    const long older = best->minor * 1000L + best->patch, newer = found.minor * 1000L + found.patch;

    if (found.major == hw_dnn_toolkit.version.major && (best->major == 0 || newer > older))
        *best = found;
}

/* --- wheels --- */

/* What cuDNN's releases for a major version of CUDA are built with. */
static size_t cudart_of(int cuda)
{
    switch (cuda) {
    case 11: return 11080;
    case 12: return 12090;
    default: return (size_t)cuda * 1000;
    }
}

/* The wheels that are installed in a folder of packages. */
static void look_in_packages(const char *folder, int length, struct hw_dnn_version *best)
{
    char pattern[PATH_MAX];
    glob_t wheels = {0};

    if (snprintf(pattern, sizeof pattern, "%.*s/nvidia_cudnn_cu*.dist-info", length, folder) >=
        (int)sizeof pattern)
        return;
    if (glob(pattern, GLOB_ONLYDIR, NULL, &wheels) == 0)
        for (size_t i = 0; i < wheels.gl_pathc; i++) {
            struct hw_dnn_version found = {0};
            int cuda = 0;
            if (sscanf(name_in(wheels.gl_pathv[i]), "nvidia_cudnn_cu%d-%d.%d.%d", &cuda, &found.major,
                       &found.minor, &found.patch) == 4) {
                found.cudart = cudart_of(cuda);
                take(found, best);
            }
        }
    globfree(&wheels);
}

static int look_beside(struct dl_phdr_info *object, size_t bytes, void *best)
{
    static const char *const folders[] = {"/site-packages/", "/dist-packages/"};

    (void)bytes;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *at = object->dlpi_name ? strstr(object->dlpi_name, folders[i]) : NULL;
        if (at)
            look_in_packages(object->dlpi_name, (int)(at - object->dlpi_name + (int)strlen(folders[i]) - 1),
                             best);
    }
    return 0;
}

/* --- files with the version in their names --- */

static int look_for_runtime(struct dl_phdr_info *object, size_t bytes, void *cudart)
{
    int cuda;

    (void)bytes;
    if (!object->dlpi_name || sscanf(name_in(object->dlpi_name), "libcudart.so.%d", &cuda) != 1 ||
        cuda < FIRST_CUDA)
        return 0;
    *(size_t *)cudart = cudart_of(cuda);
    return 1;
}

/* The CUDA of a cuDNN that is no wheel. */
static size_t usual_cudart(void)
{
    size_t cudart = hw_dnn_toolkit.version.cudart;

    dl_iterate_phdr(look_for_runtime, &cudart);
    return cudart;
}

static void look_at_link(const char *folder, int length, struct hw_dnn_version *best)
{
    struct hw_dnn_version found = {.cudart = usual_cudart()};
    char path[PATH_MAX], file[PATH_MAX];

    if (snprintf(path, sizeof path, "%.*s/libcudnn.so.%d", length, folder, hw_dnn_toolkit.version.major) <
            (int)sizeof path &&
        realpath(path, file) &&
        sscanf(name_in(file), "libcudnn.so.%d.%d.%d", &found.major, &found.minor, &found.patch) == 3)
        take(found, best);
}

static void look_where_loaders_look(struct hw_dnn_version *best)
{
    static const char *const folders[] = {"/usr/local/cuda/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib64"};
    const char *paths = getenv("LD_LIBRARY_PATH");

    while (paths && *paths && best->major == 0) {
        const int length = (int)strcspn(paths, ":");
        look_at_link(paths, length, best);
        paths += length + (paths[length] == ':');
    }
    for (size_t i = 0; i < sizeof folders / sizeof *folders && best->major == 0; i++)
        look_at_link(folders[i], (int)strlen(folders[i]), best);
}

static void look(void)
{
    struct hw_dnn_version found = {0};

    dl_iterate_phdr(look_beside, &found);
    if (found.major == 0)
        look_where_loaders_look(&found);
    if (found.major == 0) {
        found = hw_dnn_toolkit.version;
        found.cudart = usual_cudart();
    }
    version = found;
}

const struct hw_dnn_version *hw_dnn_version(void)
{
    pthread_once(&once, look);
    return &version;
}
