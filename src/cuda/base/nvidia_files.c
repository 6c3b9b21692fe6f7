/* SPDX-License-Identifier: MIT */
/* See nvidia_files.h.
 *
 * The loader itself would find the library of ours that asks: `halfwarp run` puts its folder in
 * LD_LIBRARY_PATH, which is searched before DT_RUNPATH (as CMake writes it) and before the cache, and a
 * library that is loaded already is found by its name. */
#include "cuda/base/nvidia_files.h"

#include "cuda/base/loader_cache.h"
#include "nvidia_packages.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define CACHE "/etc/ld.so.cache"

void hw_nvidia_files_add(struct hw_nvidia_files *files, const char *path)
{
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->path[i], path) == 0)
            return;
    char **grown = realloc(files->path, (files->count + 1) * sizeof *grown);
    if (!grown)
        return;
    files->path = grown;
    if ((grown[files->count] = strdup(path)))
        files->count++;
}

void hw_nvidia_files_free(struct hw_nvidia_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->path[i]);
    free(files->path);
    *files = (struct hw_nvidia_files){NULL, 0};
}

/* Whether a folder has libraries of ours: this one, and that of NVRTC within. */
static bool is_own_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char own[PATH_MAX];
    Dl_info about;

    if (!slash || !dladdr((void *)(uintptr_t)is_own_folder, &about) || !about.dli_fname ||
        !realpath(about.dli_fname, own) || !strrchr(own, '/'))
        return false;
    const size_t length = (size_t)(strrchr(own, '/') - own), of_path = (size_t)(slash - path);
    return strncmp(path, own, length) == 0 &&
           (of_path == length || (of_path == length + 6 && strncmp(path + length, "/nvrtc", 6) == 0));
}

static void add_if_there(struct hw_nvidia_files *files, const char *folder, const char *name)
{
    char path[PATH_MAX], whole[PATH_MAX];
    struct stat status;

    if (snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path && realpath(path, whole) &&
        stat(whole, &status) == 0 && S_ISREG(status.st_mode) && !is_own_folder(whole))
        hw_nvidia_files_add(files, whole);
}

/* --- what the loader has loaded --- */

/* One object: its file, and the folders that it names, as it has them. */
struct loaded {
    char *file, *folders;
};

struct loaded_list {
    struct loaded *item;
    size_t count;
};

static const char *search_path_of(const struct dl_phdr_info *object)
{
    const ElfW(Dyn) *dynamic = NULL;
    ElfW(Addr) texts = 0, rpath = 0, runpath = 0;

    for (size_t i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
            dynamic = (const void *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
    for (; dynamic && dynamic->d_tag != DT_NULL; dynamic++) {
        texts = dynamic->d_tag == DT_STRTAB ? dynamic->d_un.d_ptr : texts;
        rpath = dynamic->d_tag == DT_RPATH ? dynamic->d_un.d_val : rpath;
        runpath = dynamic->d_tag == DT_RUNPATH ? dynamic->d_un.d_val : runpath;
    }
    if (!texts || !(rpath || runpath))
        return "";
    if (texts < object->dlpi_addr) /* glibc relocates it where it is, others do not */
        texts += object->dlpi_addr;
    return (const char *)texts + (runpath ? runpath : rpath);
}

/* Nothing may be loaded while this is called, so it only copies. */
static int keep_loaded(struct dl_phdr_info *object, size_t bytes, void *context)
{
    struct loaded_list *list = context;
    struct loaded *grown = realloc(list->item, (list->count + 1) * sizeof *grown);
    char program[PATH_MAX] = "";

    (void)bytes;
    if (!grown)
        return 0;
    list->item = grown;
    if (!*object->dlpi_name && readlink("/proc/self/exe", program, sizeof program - 1) < 0)
        *program = '\0';
    grown[list->count] = (struct loaded){strdup(*object->dlpi_name ? object->dlpi_name : program),
                                         strdup(search_path_of(object))};
    if (grown[list->count].file && grown[list->count].folders) {
        list->count++;
    } else {
        free(grown[list->count].file);
        free(grown[list->count].folders);
    }
    return 0;
}

static void free_loaded(struct loaded_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->item[i].file);
        free(list->item[i].folders);
    }
    free(list->item);
}

/* --- folders --- */

/* Replace $ORIGIN and ${ORIGIN} by the folder of the object (ld.so(8)); false: it does not fit. */
static bool expand_origin(const char *text, size_t length, const char *file, char folder[PATH_MAX])
{
    static const char *const tokens[] = {"$ORIGIN", "${ORIGIN}"};
    const char *slash = strrchr(file, '/');
    size_t used = 0;

    for (size_t i = 0; i < length; i++) {
        const char *token = NULL;
        for (size_t t = 0; t < 2; t++)
            if (length - i >= strlen(tokens[t]) && strncmp(text + i, tokens[t], strlen(tokens[t])) == 0)
                token = tokens[t];
        const char *from = token ? file : text + i;
        const size_t bytes = token ? slash ? (size_t)(slash - file) : 0 : 1;
        if (used + bytes >= PATH_MAX)
            return false;
        memcpy(folder + used, from, bytes);
        used += bytes;
        i += token ? strlen(token) - 1 : 0;
    }
    folder[used] = '\0';
    return used > 0;
}

/* The folders of a list with colons between them. */
static void search_folders(struct hw_nvidia_files *files, const char *list, const char *file,
                           const char *name)
{
    char folder[PATH_MAX];

    while (list && *list) {
        const size_t length = strcspn(list, ":");
        if (expand_origin(list, length, file, folder))
            add_if_there(files, folder, name);
        list += length + (list[length] == ':');
    }
}

static void search_cache(struct hw_nvidia_files *files, const char *name)
{
    const int file = open(CACHE, O_RDONLY | O_CLOEXEC);
    struct stat status;

    if (file < 0)
        return;
    if (fstat(file, &status) == 0 && status.st_size > 0) {
        const size_t length = (size_t)status.st_size;
        char *bytes = mmap(NULL, length, PROT_READ, MAP_PRIVATE, file, 0);
        const char *path = bytes == MAP_FAILED ? NULL : hw_loader_cache_find(bytes, length, name);
        if (path)
            add_if_there(files, "", path);
        if (bytes != MAP_FAILED)
            munmap(bytes, length);
    }
    close(file);
}

/* The packages beside a library that a Python has loaded: .../site-packages/numpy/core/x.so. */
static void search_packages(struct hw_nvidia_files *files, const char *file, const char *name)
{
    static const char *const site_folders[] = {"/site-packages/", "/dist-packages/"};

    for (size_t i = 0; i < sizeof site_folders / sizeof *site_folders; i++) {
        const char *found = strstr(file, site_folders[i]);
        for (const char *const *package = hw_nvidia_packages; found && *package; package++) {
            char folder[PATH_MAX];
            const int root = (int)(found - file + (ptrdiff_t)strlen(site_folders[i]));
            if (snprintf(folder, sizeof folder, "%.*s%s", root, file, *package) < (int)sizeof folder)
                add_if_there(files, folder, name);
        }
    }
}

static void search_toolkits(struct hw_nvidia_files *files, const char *name)
{
    static const char *const variables[] = {"CUDA_HOME", "CUDA_PATH"}, *const folders[] = {"lib64", "lib"};

    for (size_t i = 0; i < 4; i++) {
        const char *root = getenv(variables[i / 2]);
        char folder[PATH_MAX];
        if (root && *root &&
            snprintf(folder, sizeof folder, "%s/%s", root, folders[i % 2]) < (int)sizeof folder)
            add_if_there(files, folder, name);
    }
}

void hw_nvidia_files_find(struct hw_nvidia_files *files, const char *name)
{
    struct loaded_list loaded = {NULL, 0};

    dl_iterate_phdr(keep_loaded, &loaded);
    for (size_t i = 0; i < loaded.count; i++)
        search_folders(files, loaded.item[i].folders, loaded.item[i].file, name);
    search_folders(files, getenv("LD_LIBRARY_PATH"), "", name);
    search_cache(files, name);
    for (size_t i = 0; i < loaded.count; i++)
        search_packages(files, loaded.item[i].file, name);
    search_toolkits(files, name);
    free_loaded(&loaded);
}

void *hw_nvidia_open(const char *path)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    /* A library of ours is linked with the one that has this function, so it is found there. */
    if (handle && dlsym(handle, "hw_nvidia_open")) {
        dlclose(handle);
        handle = NULL;
    }
    return handle;
}
