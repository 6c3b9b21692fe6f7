/* Where functions that no file defines are called: far behind any code, 32 bytes apart. */
#include "ops/external.h"

#include <string.h>

#define FIRST 0xfff00000u
#define APART 32u

static const char *const names[] = {"vprintf", "__assertfail", "malloc", "free"};

uint32_t hw_external_address(const char *name)
{
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], name) == 0)
            return FIRST + i * APART;
    return 0;
}
