/* SPDX-License-Identifier: MIT */
/* A client of NVRTC for tests/cli/test_nvrtc_search, which links it with search paths: it loads the library
 * by name.
 *
 * usage: SOURCE=TEXT nvrtc_client LIBRARY MODULE|- OPTION...
 * It loads MODULE before, and prints version, result, name, LTO-IR, PTX, and log.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *library;

static int (*function(const char *name))()
{
    void *found = dlsym(library, name);

    if (!found) {
        fprintf(stderr, "%s is missing\n", name);
        exit(2);
    }
    return (int (*)())(uintptr_t)found;
}

static void print_form(const char *form, void *program)
{
    char name[64], text[4096] = "";
    size_t bytes = 0;

    snprintf(name, sizeof name, "nvrtcGet%sSize", form);
    if (!dlsym(library, name)) /* of an older one */
        return;
    function(name)(program, &bytes);
    name[strlen(name) - 4] = '\0';
    if (bytes < sizeof text)
        function(name)(program, text);
    printf("%s %zu: %s\n", form, bytes, text);
}

int main(int argc, char **argv)
{
    const char *headers[] = {"the text"}, *names[] = {"the.h"}, *lowered = "";
    void *program = NULL;
    int major = 0, minor = 0, archs[256] = {0}, count = 0;

    if (argc > 2 && strcmp(argv[2], "-") != 0 && !dlopen(argv[2], RTLD_NOW)) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    library = dlopen(argv[1], RTLD_NOW);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    function("nvrtcVersion")(&major, &minor);
    function("nvrtcGetNumSupportedArchs")(&count);
    function("nvrtcGetSupportedArchs")(archs);
    function("nvrtcCreateProgram")(&program, getenv("SOURCE"), "prog", 1, headers, names);
    function("nvrtcAddNameExpression")(program, "f<int>");
    const int result = function("nvrtcCompileProgram")(program, argc - 3, argv + 3);
    function("nvrtcGetLoweredName")(program, "f<int>", &lowered);
    printf("version %d.%d, %d targets to sm_%d\nresult %d\nname %s\n", major, minor, count, archs[count - 1],
           result, lowered);
    print_form("LTOIR", program);
    print_form("PTX", program);
    print_form("ProgramLog", program);
    return function("nvrtcDestroyProgram")(&program);
}
