/* SPDX-License-Identifier: MIT */
/* The main() of a room's unit tests: it runs the test by whose name the program was called
 * (cmake/Tests.cmake). */
#include <stdio.h>
#include <string.h>

#define HW_UNIT_TEST(name) int main_of_##name(void);
#include "unit_tests.h"
#undef HW_UNIT_TEST

static const struct {
    const char *name;
    int (*run)(void);
} tests[] = {
#define HW_UNIT_TEST(name) {#name, main_of_##name},
#include "unit_tests.h"
};

int main(int argc, char **argv)
{
    const char *slash = argc ? strrchr(argv[0], '/') : NULL;
    const char *name = slash ? slash + 1 : argc ? argv[0] : "";
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        if (!strcmp(tests[i].name, name))
            return tests[i].run();
    fprintf(stderr, "%s is called by the name of one of these tests:\n", name);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        fprintf(stderr, "    %s\n", tests[i].name);
    return 2;
}
