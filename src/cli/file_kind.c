/* SPDX-License-Identifier: MIT */
/* See file_kind.h: by how the file begins, which is all that is needed to tell these apart. */
#include "cli/file_kind.h"

#include <stdbool.h>
#include <string.h>

#define LOOKED_AT 65536u /* bytes */

static bool begins(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* Of the preprocessor: what stands behind its `#`. */
static bool is_directive(const char *text)
{
    return begins(text, "include") || begins(text, "define") || begins(text, "pragma") || begins(text, "if");
}

/* The first thing that is no comment of ours, of C or of a shell. */
static const char *first_word(const char *text)
{
    for (;;) {
        text += strspn(text, " \t\r\n");
        if (text[0] == '/' && text[1] == '*') {
            const char *end = strstr(text, "*/");
            text = end ? end + 2 : text + strlen(text);
        } else if ((text[0] == '/' && text[1] == '/') || (text[0] == '#' && !is_directive(text + 1))) {
            text += strcspn(text, "\n");
        } else {
            return text;
        }
    }
}

static bool has_one_of(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strstr(text, *words))
            return true;
    return false;
}

/* A text with a NUL behind its last character that is looked at. */
static enum hw_file_kind kind_of_text(const char *text)
{
    static const char *const cuda[] = {"\n__global__", "\n__device__", "\n#include", "\nextern \"C\"", NULL};
    const char *word = first_word(text);

    if (begins(text, "#!") && strstr(text, "python") && strstr(text, "python") < strchr(text, '\n'))
        return HW_FILE_PYTHON;
    if (begins(text, "#!"))
        return HW_FILE_SCRIPT;
    if (begins(word, ".version"))
        return HW_FILE_PTX;
    if (*word == '.')
        return HW_FILE_LISTING;
    if (begins(word, "architecture"))
        return HW_FILE_CUBIN;
    if (begins(word, "#include") || begins(word, "__global__") ||
        (!begins(text, "# ") && has_one_of(text, cuda))) /* a page may quote sources */
        return HW_FILE_CUDA;
    if (*word == '{' || *word == '[')
        return HW_FILE_JSON;
    if (begins(word, "import ") || begins(word, "from ") || begins(word, "def ") || begins(word, "\"\"\""))
        return HW_FILE_PYTHON;
    return HW_FILE_TEXT;
}

enum hw_file_kind hw_file_kind(const void *data, size_t size)
{
    char text[LOOKED_AT + 1];
    const size_t length = size < LOOKED_AT ? size : LOOKED_AT;

    if (!size)
        return HW_FILE_EMPTY;
    if (size >= 7 && memcmp(data, "!<arch>", 7) == 0) /* a library, whatever is in it */
        return HW_FILE_UNKNOWN;
    if (size >= 7 && memcmp(data, "!<thin>", 7) == 0)
        return HW_FILE_THIN;
    if (size > 4 && memcmp(data, "\177ELF", 4) == 0)
        return HW_FILE_ELF;
    memcpy(text, data, length);
    text[length] = '\0';
    return strlen(text) == length ? kind_of_text(text) : HW_FILE_UNKNOWN;
}

/* What a kind is, and what takes it. */
static const struct {
    const char *what, *taker;
} kinds_known[] = {
    [HW_FILE_UNKNOWN] = {NULL, NULL},
    [HW_FILE_EMPTY] = {"empty", "was it written?"},
    [HW_FILE_TEXT] = {"some other text", "is it the right one?"},
    [HW_FILE_CUDA] =
        {"a source in C or C++",
         "`halfwarp c++ FILE -o PROGRAM` makes a program of it, `halfwarp cc FILE --target sm_52` a "
         "cubin"},
    [HW_FILE_PTX] = {"PTX", "`halfwarp cc FILE --target sm_52 -o OUT` makes a cubin of it"},
    [HW_FILE_LISTING] = {"a listing", "`halfwarp as FILE -o OUT` makes a cubin of it"},
    [HW_FILE_CUBIN] = {"a cubin", "`halfwarp dis FILE` makes a listing of it, `halfwarp run FILE` runs it"},
    [HW_FILE_ELF] =
        {"an ELF file",
         "`halfwarp info FILE` says what it holds, `halfwarp dis FILE` makes a listing of its code"},
    [HW_FILE_THIN] = {"a thin archive, which names its members but does not hold them",
                      "give its members, or make a whole one of them with `ar -rcs`"},
    [HW_FILE_PYTHON] = {"a Python script", "`halfwarp run -- python3 FILE` runs it"},
    [HW_FILE_SCRIPT] = {"a script", "`halfwarp run -- ./FILE` runs it"},
    [HW_FILE_JSON] = {"JSON", "`halfwarp sweep FILE` takes plans in it"},
};

hw_status hw_file_kind_check(const void *data, size_t size, unsigned kinds, const char *expected,
                             struct hw_error *error)
{
    const enum hw_file_kind kind = hw_file_kind(data, size);

    if (kind == HW_FILE_UNKNOWN || (kinds & HW_FILE_KIND(kind)))
        return HW_OK;
    return hw_fail(error, HW_ERR_FORMAT, "cli", "expected %s; the file is %s: %s", expected,
                   kinds_known[kind].what, kinds_known[kind].taker);
}
