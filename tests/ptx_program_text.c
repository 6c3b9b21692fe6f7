/* SPDX-License-Identifier: MIT */
/* Random programs as text: statements over registers named by their class, and the kernel around them. */
#include "ptx_statement.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static void print(struct ptx_program *program, const char *format, ...)
{
    const size_t room = sizeof program->text - program->length;
    va_list arguments;

    va_start(arguments, format);
    const int length = vsnprintf(program->text + program->length, room, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= room)
        abort();
    program->length += (size_t)length;
}

static void print_guard(struct ptx_program *program, const struct ptx_statement *s)
{
    if (s->guard < PTX_EACH)
        print(program, "@%s%%p%u ", s->guard_negated ? "!" : "", s->guard);
}

static void print_number(struct ptx_program *program, char letter, uint64_t bits)
{
    const char *prefix = letter == 'f' ? "0f" : letter == 'g' ? "0d" : "0x";

    print(program, "%s%0*" PRIx64, prefix, letter == 'f' ? 8 : letter == 'g' ? 16 : 1, bits);
}

/* With $d, $a, $b and $c as the registers of `s`, of these classes, or its numbers. */
static void print_text(struct ptx_program *program, const char *text, const char *letters,
                       const struct ptx_statement *s)
{
    const uint8_t reg[] = {s->d, s->a, s->b, s->c};

    for (const char *at = text; *at; at++)
        if (*at == '$') {
            const unsigned which = *++at == 'd' ? 0 : (unsigned)(*at - 'a') + 1;
            if (which && s->numbers >> (which - 1) & 1)
                print_number(program, letters[which], s->number[which - 1]);
            else
                print(program, "%%%c%u", letters[which], reg[which]);
        } else {
            print(program, "%c", *at);
        }
}

static void print_operation(struct ptx_program *program, const struct ptx_statement *s)
{
    print_guard(program, s);
    print_text(program, ptx_operations[s->op].text, ptx_operations[s->op].classes, s);
    print(program, "\n");
}

static void print_list(struct ptx_program *program, const struct ptx_statement *list);

static void print_two_ways(struct ptx_program *program, const struct ptx_statement *s)
{
    const unsigned label = program->labels++;

    print_guard(program, s);
    print(program, "bra then%u;\n", label);
    print_list(program, s->other);
    print(program, "bra end%u;\nthen%u:\n", label, label);
    print_list(program, s->then);
    print(program, "end%u:\n", label);
}

static void print_loop(struct ptx_program *program, const struct ptx_statement *s)
{
    const unsigned label = program->labels++;

    print(program, "and.b32 %%n%u, %%w%u, 7;\n", label, s->a);
    print(program, "loop%u:\nsetp.eq.u32 %%q, %%n%u, 0;\n@%%q bra end%u;\n", label, label, label);
    program->loop[program->loops++] = label;
    print_list(program, s->then);
    program->loops--;
    if (s->guard < PTX_EACH) {
        print_guard(program, s);
        print(program, "bra end%u;\n", label);
    }
    print(program, "sub.u32 %%n%u, %%n%u, 1;\nbra loop%u;\nend%u:\n", label, label, label, label);
}

static void print_local_place(struct ptx_program *program, const struct ptx_statement *s)
{
    print(program,
          "and.b32 %%t, %%w%u, 7;\nmul.wide.u32 %%u, %%t, 4;\nmov.u64 %%v, words;\nadd.u64 %%v, %%v, %%u;\n",
          s->a);
}

static void print_access(struct ptx_program *program, const struct ptx_statement *s)
{
    const struct ptx_access *access = ptx_access(s->op);

    print_guard(program, s);
    print_text(program, access->before, (char[]){access->class, access->class}, s);
    print(program, "[%%in+%u]", ptx_statement_place(s));
    print_text(program, access->behind, (char[]){access->class, access->class}, s);
    print(program, "\n");
}

static void print_call(struct ptx_program *program, const struct ptx_statement *s)
{
    static const char *const calls[PTX_CALL_WAYS] = {
        [PTX_CALL_COPIED] = "call (r), mixed, (x, y);\n",
        [PTX_CALL_BY_ADDRESS] = "mov.u64 %v, mixed;\n"
                                "kind: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 _);\n"
                                "call (r), %v, (x, y), kind;\n",
        [PTX_CALL_NESTED] = "{ .param .b32 n;\nst.param.b32 [n], 2;\ncall (r), nested, (x, y, n); }\n"};

    print(
        program,
        "{ .param .b32 x; .param .b32 y; .param .b32 r;\nst.param.b32 [x], %%w%u;\nst.param.b32 [y], %%w%u;\n"
        "%sld.param.b32 %%w%u, [r]; }\n",
        s->a, s->b, calls[ptx_statement_call(program, s)], s->d);
}

/* The sum of y and the function of itself, so many times within each other. */
static void print_nested(struct ptx_program *program)
{
    print(program,
          ".func (.param .b32 r) nested(.param .b32 x, .param .b32 y, .param .b32 n)\n{\n"
          ".reg .b32 %%x, %%y, %%z, %%n;\n.reg .pred %%p;\n"
          "ld.param.u32 %%x, [x];\nld.param.u32 %%y, [y];\nld.param.u32 %%n, [n];\n"
          "{ .param .b32 a; .param .b32 b; .param .b32 q;\nst.param.b32 [a], %%x;\nst.param.b32 [b], %%y;\n"
          "call (q), mixed, (a, b);\nld.param.b32 %%z, [q]; }\n"
          "setp.eq.u32 %%p, %%n, 0;\n@%%p bra done;\nsub.u32 %%n, %%n, 1;\n"
          "{ .param .b32 a; .param .b32 b; .param .b32 c; .param .b32 q;\nst.param.b32 [a], %%z;\n"
          "st.param.b32 [b], %%x;\nst.param.b32 [c], %%n;\ncall (q), nested, (a, b, c);\n"
          "ld.param.b32 %%z, [q]; }\nadd.u32 %%z, %%z, %%y;\n"
          "done:\nst.param.b32 [r], %%z;\nret;\n}\n");
}

static void print_exchange(struct ptx_program *program, const struct ptx_statement *s)
{
    print(program,
          "mov.u32 %%t, %%tid.x;\nmul.wide.u32 %%u, %%t, 4;\nmov.u64 %%v, shared;\nadd.u64 %%v, %%v, %%u;\n"
          "st.shared.u32 [%%v], %%w%u;\nbar.sync 0;\nxor.b32 %%t, %%t, %u;\nmul.wide.u32 %%u, %%t, 4;\n"
          "mov.u64 %%v, shared;\nadd.u64 %%v, %%v, %%u;\nld.shared.u32 %%w%u, [%%v];\nbar.sync 0;\n",
          s->a, s->op % PTX_THREADS, s->d);
}

static void print_list(struct ptx_program *program, const struct ptx_statement *list)
{
    for (const struct ptx_statement *s = list; s; s = s->next)
        switch ((enum ptx_kind)s->kind) {
        case PTX_DO: print_operation(program, s); break;
        case PTX_TWO_WAYS: print_two_ways(program, s); break;
        case PTX_LOOP: print_loop(program, s); break;
        case PTX_LEAVE:
            print_guard(program, s);
            print(program, "bra end%u;\n", program->loop[program->loops - s->d]);
            break;
        case PTX_LOCAL_STORE:
            print_local_place(program, s);
            print(program, "st.local.u32 [%%v], %%w%u;\n", s->b);
            break;
        case PTX_LOCAL_LOAD:
            print_local_place(program, s);
            print(program, "ld.local.u32 %%w%u, [%%v];\n", s->d);
            break;
        case PTX_ACCESS: print_access(program, s); break;
        case PTX_CALL: print_call(program, s); break;
        case PTX_EXCHANGE: print_exchange(program, s); break;
        }
}

static void print_registers(struct ptx_program *program)
{
    print(program, ".reg .b32 %%w<%d>, %%n<%d>, %%t;\n.reg .b64 %%d<%d>, %%u, %%v, %%in, %%out;\n", PTX_EACH,
          PTX_STATEMENTS, PTX_EACH);
    print(program, ".reg .f32 %%f<%d>;\n.reg .pred %%p<%d>, %%q;\n", PTX_EACH, PTX_EACH);
    if (program->has_double)
        print(program, ".reg .f64 %%g<%d>;\n", PTX_EACH);
}

/* Registers of a function begin as 0 except for its arguments. */
static void print_function(struct ptx_program *program)
{
    print(program, ".func (.param .b32 r) mixed(.param .b32 x, .param .b32 y)\n{\n");
    print_registers(program);
    for (unsigned i = 0; i < PTX_EACH; i++) {
        print(program, "mov.u32 %%w%u, 0;\nmov.u64 %%d%u, 0;\nmov.f32 %%f%u, 0f00000000;\n", i, i, i);
        if (program->has_double)
            print(program, "mov.f64 %%g%u, 0d0000000000000000;\n", i);
        print(program, "setp.ne.u32 %%p%u, 0, 0;\n", i);
    }
    print(program, "ld.param.u32 %%w0, [x];\nld.param.u32 %%w1, [y];\n");
    print_list(program, program->function);
    print(program, "st.param.b32 [r], %%w2;\nret;\n}\n");
}

static void print_functions(struct ptx_program *program)
{
    print_function(program);
    if (program->has_stack)
        print_nested(program);
}

static void print_kernel(struct ptx_program *program)
{
    print(program,
          ".visible .entry random(.param .u64 out, .param .u64 in)\n{\n.local .align 4 .b8 words[32];\n"
          ".shared .align 4 .b8 shared[%d];\n",
          4 * PTX_THREADS);
    print_registers(program);
    print(program,
          "mov.u32 %%t, %%tid.x;\nmul.wide.u32 %%u, %%t, %d;\nld.param.u64 %%in, [in];\n"
          "add.u64 %%in, %%in, %%u;\nld.param.u64 %%out, [out];\nadd.u64 %%out, %%out, %%u;\n",
          4 * PTX_WORDS);
    print(program, "mov.u32 %%t, 0;\n");
    for (unsigned i = 0; i < 8; i++)
        print(program, "st.local.u32 [words+%u], %%t;\n", 4 * i);
    for (unsigned i = 0; i < PTX_EACH; i++) {
        print(program, "ld.global.u32 %%w%u, [%%in+%u];\nld.global.u64 %%d%u, [%%in+%u];\n", i,
              4 * ptx_class_word(PTX_CLASS_W, i), i, 4 * ptx_class_word(PTX_CLASS_D, i));
        print(program, "ld.global.f32 %%f%u, [%%in+%u];\n", i, 4 * ptx_class_word(PTX_CLASS_F, i));
        if (program->has_double)
            print(program, "ld.global.f64 %%g%u, [%%in+%u];\n", i, 4 * ptx_class_word(PTX_CLASS_G, i));
        print(program, "ld.global.u32 %%t, [%%in+%u];\nsetp.ne.u32 %%p%u, %%t, 0;\n",
              4 * ptx_class_word(PTX_CLASS_P, i), i);
    }
    print_list(program, program->first);
    for (unsigned i = 0; i < PTX_OWN_BYTES / 8; i++)
        print(program, "ld.global.u64 %%u, [%%in+%u];\nxor.b64 %%d%u, %%d%u, %%u;\n", 8 * i, i, i);
    for (unsigned i = 0; i < PTX_EACH; i++) {
        print(program, "st.global.u32 [%%out+%u], %%w%u;\nst.global.u64 [%%out+%u], %%d%u;\n",
              4 * ptx_class_word(PTX_CLASS_W, i), i, 4 * ptx_class_word(PTX_CLASS_D, i), i);
        print(program, "st.global.f32 [%%out+%u], %%f%u;\n", 4 * ptx_class_word(PTX_CLASS_F, i), i);
        if (program->has_double)
            print(program, "st.global.f64 [%%out+%u], %%g%u;\n", 4 * ptx_class_word(PTX_CLASS_G, i), i);
        print(program, "selp.u32 %%t, 1, 0, %%p%u;\nst.global.u32 [%%out+%u], %%t;\n", i,
              4 * ptx_class_word(PTX_CLASS_P, i));
    }
    print(program, "ret;\n}\n");
}

void ptx_program_write(struct ptx_program *program, const char *target)
{
    print(program, ".version %s\n.target %s\n.address_size 64\n",
          strcmp(target, "sm_50") < 0   ? "3.1"
          : strcmp(target, "sm_60") < 0 ? "4.3"
                                        : "5.0",
          target);
    if (program->function)
        print_functions(program);
    print_kernel(program);
}
