/* Reading the corpus beside the repository. */
#include "corpus.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int regular(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void read_whole(const char *path, struct corpus_file *file)
{
    FILE *from = fopen(path, "rb");
    if (!from)
        return;
    if (fseek(from, 0, SEEK_END) == 0 && ftell(from) > 0) {
        file->size = (size_t)ftell(from);
        file->bytes = malloc(file->size);
        rewind(from);
        if (!file->bytes || fread(file->bytes, 1, file->size, from) != file->size) {
            free(file->bytes);
            file->bytes = NULL;
        }
    }
    fclose(from);
}

struct corpus_file *corpus_files(const char *folder, size_t *count)
{
    const char *shared = getenv("HW_SHARED");
    char path[1024];
    struct dirent **names = NULL;
    *count = 0;
    snprintf(path, sizeof path, "%s/corpus/%s", shared ? shared : "../shared", folder);
    size_t length = strlen(path);
    int found = scandir(path, &names, regular, alphasort);
    struct corpus_file *files = calloc(found > 0 ? (size_t)found : 1, sizeof *files);
    for (int i = 0; i < found; i++) {
        struct corpus_file *file = files ? &files[*count] : NULL;
        if (file) {
            snprintf(path + length, sizeof path - length, "/%s", names[i]->d_name);
            snprintf(file->name, sizeof file->name, "%s", names[i]->d_name);
            read_whole(path, file);
            *count += file->bytes != NULL;
        }
        free(names[i]);
    }
    free(names);
    return files;
}

void corpus_free(struct corpus_file *files, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(files[i].bytes);
    free(files);
}
