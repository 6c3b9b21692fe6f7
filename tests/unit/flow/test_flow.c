/* SPDX-License-Identifier: MIT */
/* Control-flow graphs and live registers of code of each generation, from listings. */
#include <halfwarp/flow.h>
#include <halfwarp/listing.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct hw_module *read_listing(const char *text)
{
    struct hw_module *module = NULL;
    struct hw_error error;

    if (hw_listing_read(text, HW_LISTING_NATIVE, NULL, &module, &error) != HW_OK)
        fail_msg("%u: %s", error.line, error.text);
    return module;
}

/* The edges as text: "0>1f 0>2t": fall-through, taken, call, return; `?` where it is one of several, `.` for
 * code outside. */
static void write_edges(const struct hw_flow_graph *flow, char *text)
{
    *text = '\0';
    for (uint32_t i = 0; i < flow->edge_count; i++) {
        const struct hw_flow_edge *edge = &flow->edges[i];
        char to[16] = ".";
        if (edge->to != HW_CFG_OUTSIDE)
            sprintf(to, "%u", edge->to);
        sprintf(text + strlen(text), "%s%u>%s%c%s", i ? " " : "", edge->from, to, "ftcr"[edge->kind],
                edge -> is_possible ? "?" : "");
    }
}

static void expect_edges(const char *listing, const char *expected)
{
    struct hw_module *module = read_listing(listing);
    struct hw_flow_graph flow;
    struct hw_error error;
    char text[400];

    assert_int_equal(hw_flow_graph_read(module, module->kernels[0], &flow, &error), HW_OK);
    write_edges(&flow, text);
    assert_string_equal(text, expected);
    hw_flow_graph_free(&flow);
    hw_module_free(module);
}

static const char maxwell[] = ".target sm_52\n"
                              ".kernel k\n"
                              ".registers 8\n"
                              "        MOV R4, c[0x0][0x140]\n"
                              "        SSY join\n"
                              "        ISETP.NE.AND P0, PT, R4, RZ, PT\n"
                              "    @P0 BRA odd\n"
                              "        MOV R5, R4\n"
                              "        SYNC\n"
                              "odd:    MOV R5, 0x1\n"
                              "        SYNC\n"
                              "join:   STG.E [R2], R5\n"
                              "        EXIT\n"
                              "loop:   BRA loop\n"
                              ".end\n";

static void a_join_is_where_ssy_says(void **state)
{
    (void)state;
    expect_edges(maxwell, "0>2t 0>1f 1>3t 2>3t 4>4t");
}

static void calls_come_back(void **state)
{
    (void)state;
    expect_edges(".target sm_52\n.kernel k\n.registers 8\n"
                 "        CAL f\n"
                 "        EXIT\n"
                 "f:      MOV R0, R1\n"
                 "        RET\n"
                 ".end\n",
                 "0>2c 0>1r 3>3t"); /* the endless jump that fills the group */
    expect_edges(".target sm_75\n.kernel k\n.registers 8\n"
                 "        MOV R4, 0x20\n"
                 "        CALL.REL.NOINC f\n"
                 "        EXIT\n"
                 "f:      IADD3 R0, R1, R2, RZ\n"
                 "        RET.REL.NODEC R4 0x0\n"
                 ".end\n",
                 "0>2c 0>1r");
}

static void a_predicate_of_a_jump_is_a_condition(void **state)
{
    (void)state;
    expect_edges(".target sm_80\n.kernel k\n.registers 8\n"
                 "        BRA P2, there\n"
                 "        MOV R0, R1\n"
                 "there:  EXIT\n"
                 ".end\n",
                 "0>2t 0>1f 1>2f");
}

/* Whether lanes have diverged is a condition, too: BRA.DIV and BRA.CONV of any chip. */
static void a_jump_of_diverged_lanes_may_go_on(void **state)
{
    static const char *const jumps[] = {"sm_80\n.kernel k\n.registers 8\n        BRA.DIV ~URZ, there\n",
                                        "sm_90\n.kernel k\n.registers 8\n        BRA.DIV UR4, there\n",
                                        "sm_100\n.kernel k\n.registers 8\n        BRA.DIV UR4, there\n",
                                        "sm_120\n.kernel k\n.registers 8\n        BRA.CONV UR4, there\n"};
    char text[256];

    (void)state;
    for (size_t i = 0; i < sizeof jumps / sizeof jumps[0]; i++) {
        snprintf(text, sizeof text, ".target %s        MOV R0, R1\nthere:  EXIT\n.end\n", jumps[i]);
        expect_edges(text, "0>2t 0>1f 1>2f");
    }
}

static void an_indirect_jump_goes_where_the_record_says(void **state)
{
    (void)state;
    expect_edges(".target sm_75\n.kernel k\n.registers 8\n"
                 ".info 4 INDIRECT_BRANCH_TARGETS 20\n"
                 "        .u32 jump, 0x0, 0x2, one, two\n"
                 ".code\n"
                 "        MOV R2, c[0x0][0x160]\n"
                 "jump:   BRX R2 0x0\n"
                 "one:    EXIT\n"
                 "two:    EXIT\n"
                 ".end\n",
                 "0>1t? 0>2t?");
}

/* Tesla: lanes have met before an instruction with .S, which goes on behind itself; `exit` ends threads. */
static void a_join_of_tesla_goes_on(void **state)
{
    (void)state;
    expect_edges(".target sm_10\n.kernel k\n.registers 4\n"
                 "        SSY join\n"
                 "        BRA C0.EQ, join\n"
                 "        MOV R1, R0\n"
                 "join:   NOP.S\n"
                 "        NOP # exit\n"
                 ".end\n",
                 "0>2t 0>1f 1>2f");
}

/* ---------------------------------------------------------------- live registers */

static bool is_live(const struct hw_register_set *set, unsigned number)
{
    return set->general[number / 64] >> number % 64 & 1;
}

static void values_live_from_write_to_last_read(void **state)
{
    struct hw_module *module = read_listing(maxwell);
    struct hw_liveness live;
    struct hw_error error;

    (void)state;
    assert_int_equal(hw_liveness_read(module, &live, &error), HW_OK);
    const struct hw_live_point *points = live.kernels[0].points;
    assert_int_equal(live.kernels[0].flow.insn_count, 12);
    assert_false(is_live(&points[0].before, 4)); /* written here */
    assert_true(is_live(&points[0].behind, 4));
    assert_true(is_live(&points[0].before, 2) && is_live(&points[0].before, 3)); /* an address, of 64 bits */
    assert_int_equal(points[2].behind.predicates, 1);
    assert_int_equal(points[3].behind.predicates, 0);
    assert_false(is_live(&points[6].before, 4)); /* the other path alone reads it */
    assert_true(is_live(&points[7].before, 5));
    assert_false(is_live(&points[8].behind, 5));
    hw_liveness_free(&live);
    hw_module_free(module);
}

/* What a function keeps and reads counts where it is called. */
static void functions_count_where_they_are_called(void **state)
{
    struct hw_module *module = read_listing(".target sm_75\n.kernel k\n.registers 16\n"
                                            "        MOV R8, c[0x0][0x160]\n"
                                            "        MOV R9, 0x1\n"
                                            "        MOV R4, 0x40\n"
                                            "        CALL.REL.NOINC f\n"
                                            "        STG.E.SYS [R2], R8\n"
                                            "        STG.E.SYS [R2+0x4], R0\n"
                                            "        EXIT\n"
                                            "f:      IADD3 R0, R9, 0x1, RZ\n"
                                            "        RET.REL.NODEC R4 0x0\n"
                                            ".end\n");
    struct hw_liveness live;
    struct hw_error error;

    (void)state;
    assert_int_equal(hw_liveness_read(module, &live, &error), HW_OK);
    const struct hw_live_point *call = &live.kernels[0].points[3], *back = &live.kernels[0].points[8];
    assert_true(is_live(&call->before, 8));  /* the function keeps it */
    assert_true(is_live(&call->before, 9));  /* and reads this */
    assert_false(is_live(&call->before, 0)); /* its result */
    assert_true(is_live(&call->behind, 0) && is_live(&call->writes, 0));
    assert_true(is_live(&back->behind, 0) && is_live(&back->behind, 8));
    hw_liveness_free(&live);
    hw_module_free(module);
}

static void volta_has_no_condition_code(void **state)
{
    struct hw_module *module = read_listing(".target sm_75\n.kernel k\n.registers 8\n"
                                            "        UIADD3.X UR9, URZ, URZ, URZ, UP0, !UPT\n"
                                            "        USHF.R.U64 UR8, UR8, 0x1, UR9\n"
                                            "        EXIT\n"
                                            ".end\n");
    struct hw_liveness live;
    struct hw_error error;

    (void)state;
    assert_int_equal(hw_liveness_read(module, &live, &error), HW_OK);
    assert_int_equal(live.kernels[0].points[0].reads.conditions, 0);
    assert_int_equal(live.kernels[0].points[1].reads.conditions, 0);
    assert_int_equal(live.kernels[0].points[0].before.uniform_predicates, 1);
    assert_int_equal(live.kernels[0].points[0].behind.uniform[0], 1u << 8 | 1u << 9);
    hw_liveness_free(&live);
    hw_module_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_join_is_where_ssy_says),
        cmocka_unit_test(calls_come_back),
        cmocka_unit_test(a_predicate_of_a_jump_is_a_condition),
        cmocka_unit_test(a_jump_of_diverged_lanes_may_go_on),
        cmocka_unit_test(an_indirect_jump_goes_where_the_record_says),
        cmocka_unit_test(a_join_of_tesla_goes_on),
        cmocka_unit_test(values_live_from_write_to_last_read),
        cmocka_unit_test(functions_count_where_they_are_called),
        cmocka_unit_test(volta_has_no_condition_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
