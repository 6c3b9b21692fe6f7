/* SPDX-License-Identifier: MIT */
/* The log shows kernels by the names that their source has, and by their symbols where these are wanted. */
#include "cuda_driver.h"
#include "made_fatbin.h"

#include <stdio.h>
#include <unistd.h>

static char path[] = "/tmp/halfwarp-test-names-XXXXXX";

static const char listing[] = ".target sm_20\n"
                              ".kernel _ZN2ns1kIfEEvPT_\n.registers 4\n.code\n        EXIT\n.end\n"
                              ".kernel _Z5wrongv\n.registers 4\n.code\n        MOV R2, RZ\n"
                              "        MOV R3, RZ\n        ST.E [R2], R2\n        EXIT\n.end\n";

/* What the log has got by a launch. */
static char *told(const char *symbol)
{
    static char text[4096];
    struct fatbin fatbin;
    CUmodule module;
    CUfunction function;

    fatbin_make_text(&fatbin, listing);
    assert_cu(cuModuleLoadData(&module, fatbin.bytes));
    assert_cu(cuModuleGetFunction(&function, module, symbol));
    assert_cu(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    cuCtxSynchronize();
    FILE *log = fopen(path, "r");
    assert_non_null(log);
    const size_t length = fread(text, 1, sizeof text - 1, log);
    text[length] = '\0';
    fclose(log);
    fatbin_free(&fatbin);
    return text;
}

static void launches(void **state)
{
    (void)state;
    assert_non_null(strstr(told("_ZN2ns1kIfEEvPT_"), "launch void ns::k<float>(float*) grid (1,1,1)"));
    setenv("HALFWARP_MANGLED", "1", 1);
    assert_non_null(strstr(told("_ZN2ns1kIfEEvPT_"), "launch _ZN2ns1kIfEEvPT_ grid (1,1,1)"));
    unsetenv("HALFWARP_MANGLED");
    const char *text = told("_Z5wrongv");
    assert_non_null(strstr(text, "launch wrong() grid (1,1,1)"));
    assert_null(strstr(text, "_Z5wrongv"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(launches)};
    const int file = mkstemp(path);

    if (file < 0)
        return 1;
    close(file);
    setenv("HALFWARP_CHIP", "gf100", 1);
    setenv("HALFWARP_LOG", "launches", 1); /* read at the first call */
    setenv("HALFWARP_LOG_FILE", path, 1);
    const int failed = cmocka_run_group_tests(tests, begin_context, end_context);
    unlink(path);
    return failed;
}
