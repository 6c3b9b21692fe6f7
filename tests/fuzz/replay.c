/* SPDX-License-Identifier: MIT */
/* Run a fuzzer's function once on each input that is kept for it, without libFuzzer.
 *
 * So what a fuzzer once found stays a test in every build: replay_NAME PACK prints one line of TAP.  What a
 * pack looks like is said in pack.py, which writes them. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 20 }; /* as in pack.py */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char magic[] = "halfwarp fuzz inputs 1\n";

/* The next input is in memory of exactly its size, so that the address sanitizer sees a read past the end. */
static bool replay_next(FILE *pack)
{
    unsigned size;
    if (fscanf(pack, "%7u %*64[A-Za-z0-9_.-]", &size) != 1 || getc(pack) != '\n' || size > LARGEST)
        return false;
    uint8_t *input = malloc(size ? size : 1);
    if (!input)
        return false;
    bool whole = fread(input, 1, size, pack) == size && getc(pack) == '\n';
    if (whole)
        LLVMFuzzerTestOneInput(input, size);
    free(input);
    return whole;
}

static bool at_end(FILE *pack)
{
    return ungetc(getc(pack), pack) == EOF;
}

int main(int argc, char **argv)
{
    FILE *pack = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!pack) {
        fprintf(stderr, "usage: %s PACK\n", argv[0]);
        return 2;
    }
    char line[sizeof magic] = "";
    bool good = fgets(line, sizeof line, pack) && !strcmp(line, magic);
    unsigned inputs = 0;
    while (good && !at_end(pack)) {
        good = replay_next(pack);
        inputs += good;
    }
    fclose(pack);
    if (!good)
        fprintf(stderr, "%s: input %u (from 0) is not as tests/fuzz/pack.py writes it\n", argv[1], inputs);
    printf("%s 1 - %u inputs replayed\n", good ? "ok" : "not ok", inputs);
    return !good;
}
