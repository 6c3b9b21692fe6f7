/* SPDX-License-Identifier: MIT */
/* The things that launches keep for the next one change only the time: with an execution context, launches
 * that follow each other do what they do alone. */
#include "kernel.h"

/* out[0] = threads of a block in x + the second parameter. */
static const char tesla_sum[] = "MOV32 R1, g [0x4]\n"
                                "MOV32 R2, g [0x4]\n"
                                "I2I.U32.U16 R3, g [0x1].U16\n"
                                "MOV R5, g [0x5]\n"
                                "IADD R3, R3, R5\n"
                                "GST.U32 global14[R1], R3 # exit\n";
static const char fermi_sum[] = "MOV R0, c[0x0][0x20]\n"
                                "MOV R1, c[0x0][0x28]\n"
                                "IADD R1, R1, c[0x0][0x8]\n"
                                "ST [R0], R1\n"
                                "EXIT\n";
/* The value of a register that was never written. */
static const char fermi_unwritten[] = "MOV R0, c[0x0][0x20]\n"
                                      "ST [R0], R9\n"
                                      "MOV R9, c[0x0][0x28]\n"
                                      "EXIT\n";
static const char fermi_fault[] = "MOV R0, RZ\n"
                                  "ST [R0], R0\n"
                                  "EXIT\n";

static struct hw_execution_context *execution_context;

static int make_runner(void **state)
{
    struct hw_error error;

    (void)state;
    return hw_execution_context_create(&execution_context, &error) == HW_OK ? 0 : 1;
}

static int destroy_runner(void **state)
{
    (void)state;
    hw_execution_context_destroy(execution_context);
    hw_execution_context_destroy(NULL);
    return 0;
}

static uint32_t run_once(struct kernel *k, uint32_t threads, uint32_t blocks, uint32_t parameter)
{
    k->launch.host.execution_context = execution_context;
    k->launch.block[0] = threads;
    k->launch.grid[0] = blocks;
    k->params[2] = k->params[1] = parameter; /* the second one: of 32-bit and of 64-bit code */
    k->out[0] = 0;
    kernel_expect_ok(k);
    assert_int_equal(k->result.stats.blocks, blocks);
    assert_int_equal(k->result.stats.thread_instructions % (threads * blocks), 0);
    return k->out[0];
}

/* Parameters and shapes are literals of the code, which is used again. */
static void values_change(void **state)
{
    struct kernel tesla, fermi;

    (void)state;
    kernel_make(&tesla, "g84", tesla_sum);
    kernel_make(&fermi, "gf100", fermi_sum);
    for (uint32_t i = 0; i < 200; i++) {
        const uint32_t threads = 1 + i * 7 % 300, blocks = 1 + i % 5;
        assert_int_equal(run_once(&tesla, threads, blocks, i * 1000), threads + i * 1000);
        assert_int_equal(run_once(&fermi, threads, blocks, i * 3000), threads + i * 3000);
    }
    kernel_free(&tesla);
    kernel_free(&fermi);
}

/* More kernels than are cached, one after the other. */
static void codes_change(void **state)
{
    static uint8_t code[40][sizeof((struct kernel *)NULL)->code];
    struct kernel k;
    char source[200];

    (void)state;
    for (uint32_t i = 0; i < 40; i++) {
        snprintf(source, sizeof source, "MOV R0, c[0x0][0x20]\nMOV32I R1, 0x%x\nST [R0], R1\nEXIT\n",
                 i + 1000);
        kernel_make(&k, "gf100", source);
        memcpy(code[i], k.code, sizeof k.code);
        if (i < 39)
            kernel_free(&k);
    }
    for (uint32_t pass = 0; pass < 3; pass++)
        for (uint32_t i = 0; i < 40; i++) {
            k.launch.code.data = code[i];
            assert_int_equal(run_once(&k, 32, 1, 0), i + 1000);
        }
    kernel_free(&k);
}

static void registers_begin_as_zero(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "gf100", fermi_unwritten);
    for (uint32_t i = 1; i < 10; i++)
        assert_int_equal(run_once(&k, 64, 3, i), 0);
    kernel_free(&k);
}

static void a_fault_leaves_nothing(void **state)
{
    struct kernel faulting, running;

    (void)state;
    kernel_make(&faulting, "gf100", fermi_fault);
    kernel_make(&running, "gf100", fermi_sum);
    faulting.launch.host.execution_context = execution_context;
    for (uint32_t i = 0; i < 3; i++) {
        kernel_expect_fault(&faulting, HW_FAULT_ADDRESS);
        assert_int_equal(run_once(&running, 32, 2, i), 32 + i);
        assert_int_equal(running.result.fault.kind, HW_FAULT_NONE);
    }
    kernel_free(&faulting);
    kernel_free(&running);
}

/* Threads come and go with the number that is asked for; reductions of all of them arrive. */
static void workers_change(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "gf100",
                "MOV R0, c[0x0][0x20]\n"
                "MOV32I R1, 0x1\n"
                "RED.ADD [R0], R1\n"
                "EXIT\n");
    for (uint32_t i = 0; i < 60; i++) {
        k.launch.host.workers = 1 + i % 5;
        assert_int_equal(run_once(&k, 64, 40, 0), 64 * 40);
        assert_int_equal(k.result.stats.warps, 80);
        assert_int_equal(k.result.stats.workers, 1 + i % 5);
    }
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_change),           cmocka_unit_test(codes_change),
        cmocka_unit_test(registers_begin_as_zero), cmocka_unit_test(a_fault_leaves_nothing),
        cmocka_unit_test(workers_change),
    };

    return cmocka_run_group_tests(tests, make_runner, destroy_runner);
}
