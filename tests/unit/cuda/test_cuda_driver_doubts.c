/* SPDX-License-Identifier: MIT */
/* Programs with kernels that are in doubt: it is told once, and HALFWARP_STRICT refuses them. */
#include "cuda_driver.h"
#include "made_fatbin.h"

#include <stdio.h>
#include <unistd.h>

static const char unknown_bits[] = ".target sm_20\n.container elf64\n.kernel doubtful\n.registers 8\n.code\n"
                                   "MOV R1, R2\nMOV R2, R3 # unknown bits 0x300000\nEXIT\n.end\n"
                                   ".kernel plain\n.registers 8\n.code\nEXIT\n.end\n";
/* Loads eight bytes at its parameter. */
static const char wide[] = ".target sm_13\n.container elf32\n.kernel wide\n.registers 8\n.shared "
                           "24\n.param_bytes 4\n.param 0 0 4 0\n"
                           ".code\nMOV R1, g [0x4]\nGLD.U64 R2, global14[R1]\nNOP\nRET\n.end\n";

/* A mask without the lane itself, and a word behind shared memory. */
static const char lenient[] =
    ".target sm_80\n.kernel mask\n.registers 8\n.code\nWARPSYNC 0x2\nEXIT\n.end\n"
    ".kernel behind\n.registers 8\n.shared 16\n.code\nSTS [RZ+0x10], RZ\nSTS [RZ+0x14], RZ\nEXIT\n.end\n";

enum { FERMI, TESLA, AMPERE };
static FILE *said;
static int kept;

static void catch_errors(void)
{
    said = tmpfile();
    assert_non_null(said);
    fflush(stderr);
    kept = dup(STDERR_FILENO);
    dup2(fileno(said), STDERR_FILENO);
}

/* What was said since, which is to be freed. */
static char *caught(void)
{
    char *text = calloc(1, 4096);

    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(said);
    assert_non_null(text);
    if (fread(text, 1, 4095, said) == 0)
        text[0] = '\0';
    fclose(said);
    return text;
}

static void make_current(int device)
{
    CUcontext context;

    assert_cu(cuInit(0));
    assert_cu(cuCtxCreate_v2(&context, 0, device));
}

static void leave(CUmodule module)
{
    CUcontext context;

    assert_cu(cuModuleUnload(module));
    assert_cu(cuCtxPopCurrent_v2(&context));
    assert_cu(cuCtxDestroy_v2(context));
}

static CUmodule load(const char *listing, struct fatbin *fatbin)
{
    CUmodule module;

    fatbin_make_text(fatbin, listing);
    assert_cu(cuModuleLoadFatBinary(&module, fatbin->bytes));
    return module;
}

static CUresult launch(CUfunction function, void *parameter)
{
    void *parameters[] = {parameter};
    const CUresult result =
        cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, parameter ? parameters : NULL, NULL);

    return result == CUDA_SUCCESS ? cuCtxSynchronize() : result;
}

static void unknown_bits_are_told_once(void **state)
{
    struct fatbin fatbin;
    CUfunction doubtful, plain;

    (void)state;
    make_current(FERMI);
    const CUmodule module = load(unknown_bits, &fatbin);
    catch_errors();
    assert_cu(cuModuleGetFunction(&plain, module, "plain"));
    assert_cu(cuModuleGetFunction(&doubtful, module, "doubtful"));
    for (int i = 0; i < 3; i++) {
        assert_cu(launch(plain, NULL));
        assert_cu(launch(doubtful, NULL));
    }
    char *text = caught();
    assert_string_equal(text,
                        "halfwarp: warning: doubtful: 1 instruction has bits that nobody knows; the first is "
                        "0x0008 MOV R2, R3 # unknown bits 0x0000000000300000 (HALFWARP_STRICT=1 refuses "
                        "that)\n");
    free(text);
    leave(module);
    fatbin_free(&fatbin);
}

static void strict_programs_do_not_get_them(void **state)
{
    struct fatbin fatbin;
    CUfunction function;

    (void)state;
    setenv("HALFWARP_STRICT", "1", 1);
    make_current(FERMI);
    const CUmodule module = load(unknown_bits, &fatbin);
    catch_errors();
    assert_cu(cuModuleGetFunction(&function, module, "plain"));
    const CUresult result = cuModuleGetFunction(&function, module, "doubtful");
    char *text = caught();
    unsetenv("HALFWARP_STRICT");
    assert_int_equal(result, CUDA_ERROR_INVALID_IMAGE);
    assert_non_null(strstr(text, "unknown bits 0x0000000000300000; HALFWARP_STRICT refuses that\n"));
    free(text);
    leave(module);
    fatbin_free(&fatbin);
}

/* Tesla's wide accesses that are aligned to a word. */
static void misaligned_accesses(void **state)
{
    struct fatbin fatbin;
    CUfunction function;

    (void)state;
    make_current(TESLA);
    const CUmodule module = load(wide, &fatbin);
    CUdeviceptr address = allocate(64) + 4;
    assert_cu(cuModuleGetFunction(&function, module, "wide"));
    catch_errors();
    for (int i = 0; i < 3; i++)
        assert_cu(launch(function, &address));
    char *text = caught();
    assert_string_equal(text,
                        "halfwarp: warning: wide: 1 accesses of 8 or 16 bytes were aligned to a word only; "
                        "what the hardware does then is not known (HALFWARP_STRICT=1 refuses that)\n");
    free(text);
    setenv("HALFWARP_STRICT", "1", 1);
    assert_int_equal(launch(function, &address), CUDA_ERROR_MISALIGNED_ADDRESS);
    unsetenv("HALFWARP_STRICT");
    CUcontext context;
    assert_cu(cuCtxPopCurrent_v2(&context));
    assert_cu(cuCtxDestroy_v2(context));
    fatbin_free(&fatbin);
}

/* What chips let pass: each warned of once, and a fault of strict programs. */
static void leniencies(void **state)
{
    static const struct {
        const char *kernel, *warning;
    } cases[] = {
        {"mask",
         "halfwarp: warning: mask: lanes waited (1 times) with a mask that has not the lane itself; PTX "
         "leaves open what happens then (HALFWARP_STRICT=1 refuses that)\n"},
        {"behind",
         "halfwarp: warning: behind: 2 accesses were behind the end of the block's shared memory, to "
         "what the chip gives it beyond by its granule and for the system (HALFWARP_STRICT=1 refuses "
         "that)\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fatbin fatbin;
        CUfunction function;
        CUcontext context;

        make_current(AMPERE);
        assert_cu(cuModuleGetFunction(&function, load(lenient, &fatbin), cases[i].kernel));
        catch_errors();
        for (int times = 0; times < 3; times++)
            assert_cu(launch(function, NULL));
        char *text = caught();
        assert_string_equal(text, cases[i].warning);
        free(text);
        catch_errors();
        setenv("HALFWARP_STRICT", "1", 1);
        const CUresult result = launch(function, NULL);
        unsetenv("HALFWARP_STRICT");
        text = caught();
        assert_int_not_equal(result, CUDA_SUCCESS);
        assert_non_null(strstr(text, "halfwarp: fault in "));
        free(text);
        assert_cu(cuCtxPopCurrent_v2(&context));
        assert_cu(cuCtxDestroy_v2(context));
        fatbin_free(&fatbin);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_bits_are_told_once),
        cmocka_unit_test(strict_programs_do_not_get_them),
        cmocka_unit_test(misaligned_accesses),
        cmocka_unit_test(leniencies),
    };

    setenv("HALFWARP_CHIP", "gf100,g200,ga100", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
