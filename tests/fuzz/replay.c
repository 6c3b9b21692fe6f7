/* Run a fuzzer's function once on each file of the corpus that is kept, without libFuzzer.
 *
 * So what a fuzzer once found stays a test in every build: replay_NAME FOLDER prints one line of TAP. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return -1;
    }
    static uint8_t buffer[1 << 20];
    size_t size = fread(buffer, 1, sizeof buffer, file);
    fclose(file);
    /* A copy of exactly that size, so that the address sanitizer sees a read past the end. */
    uint8_t *input = malloc(size ? size : 1);
    if (!input)
        return -1;
    for (size_t i = 0; i < size; i++)
        input[i] = buffer[i];
    LLVMFuzzerTestOneInput(input, size);
    free(input);
    return 0;
}

int main(int argc, char **argv)
{
    DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
    if (!folder) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    unsigned inputs = 0, failed = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        failed += replay_file(path) != 0;
        inputs++;
    }
    closedir(folder);
    printf("%s 1 - %u inputs replayed\n", failed ? "not ok" : "ok", inputs);
    return failed != 0;
}
