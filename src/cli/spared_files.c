/* SPDX-License-Identifier: MIT */
/* See spared_files.h. */
#include "cli/spared_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Files as the system knows them: a link is the file that it leads to. */
struct spared_file {
    dev_t device;
    ino_t number;
    const char *option; /* of an output */
    char *name;
};

struct file_set {
    struct spared_file *item;
    size_t count, room;
};

static struct file_set inputs, outputs;

/* Where there is no regular file there is nothing to lose. */
static bool identify(const char *name, struct spared_file *file)
{
    struct stat about;

    if (!name || !strcmp(name, "-") || stat(name, &about) != 0 || !S_ISREG(about.st_mode))
        return false;
    *file = (struct spared_file){.device = about.st_dev, .number = about.st_ino};
    return true;
}

static bool is_same(const struct spared_file *a, const struct spared_file *b)
{
    return a->device == b->device && a->number == b->number;
}

/* The number of a file that is gone, as a temporary one, may be another's now. */
static bool is_there(const struct spared_file *file)
{
    struct spared_file now;

    return identify(file->name, &now) && is_same(file, &now);
}

static const struct spared_file *find(const struct file_set *set, const struct spared_file *file)
{
    for (size_t i = 0; i < set->count; i++)
        if (is_same(&set->item[i], file) && is_there(&set->item[i]))
            return &set->item[i];
    return NULL;
}

static hw_status add(struct file_set *set, struct spared_file *file, const char *name, struct hw_error *error)
{
    if (find(set, file))
        return HW_OK;
    if (set->count == set->room) {
        const size_t room = set->room ? 2 * set->room : 16;
        struct spared_file *const grown = realloc(set->item, room * sizeof *grown);
        if (!grown)
            return hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory for the names of files");
        set->item = grown;
        set->room = room;
    }
    file->name = strdup(name);
    if (!file->name)
        return hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory for the names of files");
    set->item[set->count++] = *file;
    return HW_OK;
}

static hw_status refuse(const char *option, const char *name, struct hw_error *error)
{
    return hw_fail(error, HW_ERR_ARGUMENT, "cli", "%s%s%.200s is the input, which would be gone",
                   option ? option : "", option ? " " : "", name);
}

hw_status hw_spare_input(const char *name, struct hw_error *error)
{
    struct spared_file file;

    if (!identify(name, &file))
        return HW_OK;
    const struct spared_file *const output = find(&outputs, &file);
    return output ? refuse(output->option, output->name, error) : add(&inputs, &file, name, error);
}

hw_status hw_expect_output(const char *option, const char *name, struct hw_error *error)
{
    struct spared_file file;

    if (!identify(name, &file))
        return HW_OK;
    file.option = option;
    return find(&inputs, &file) ? refuse(option, name, error) : add(&outputs, &file, name, error);
}

hw_status hw_check_output(const char *name, struct hw_error *error)
{
    struct spared_file file;

    return identify(name, &file) && find(&inputs, &file) ? refuse(NULL, name, error) : HW_OK;
}

bool hw_is_same_file(const char *one, const char *other)
{
    struct spared_file a, b;

    return identify(one, &a) && identify(other, &b) && is_same(&a, &b);
}
