/* SPDX-License-Identifier: MIT */
/* See ptx_snippet.h. */
#include "ptx_snippet.h"

#include <stdio.h>
#include <string.h>

#include "ir_run.h"

static const char snippet_text[] =
    ".version 6.4\n.target sm_61\n.address_size 64\n"
    ".global .align 8 .b8 memory[64];\n.const .align 4 .b32 table[12] = {10, 20, 30, 40};\n"
    ".shared .align 8 .b8 common[64];\n"
    ".func (.param .b32 out) twice(.param .b32 in) { .reg .b32 %%r<2>; ld.param.b32 %%r0, [in]; "
    "add.s32 %%r1, %%r0, %%r0; st.param.b32 [out], %%r1; ret; }\n"
    ".func (.param .align 8 .b8 out[12]) turned(.param .align 8 .b8 in[12]) { .reg .b32 %%r<4>; .reg .b64 "
    "%%d;\n"
    "ld.param.b64 %%d, [in]; ld.param.b32 %%r0, [in+8]; st.param.b32 [out], %%r0; mov.b64 {%%r1, %%r2}, %%d;"
    "st.param.b32 [out+4], %%r2; st.param.b32 [out+8], %%r1; ret; }\n"
    ".func (.reg .b32 out) plus(.reg .b32 a, .reg .b32 b) { add.s32 out, a, b; ret; }\n"
    ".func (.param .b64 out) f(.param .b64 a, .param .b64 b, .param .b64 c)\n{\n"
    ".reg .b16 %%h<8>; .reg .b32 %%r<8>; .reg .b64 %%d<8>; .reg .pred %%p<8>; .local .align 8 .b8 own[64];\n"
    "ld.param.b64 %%d1, [a]; ld.param.b64 %%d2, [b]; ld.param.b64 %%d3, [c];\n"
    "cvt.u32.u64 %%r1, %%d1; cvt.u32.u64 %%r2, %%d2; cvt.u32.u64 %%r3, %%d3;\n"
    "cvt.u16.u64 %%h1, %%d1; cvt.u16.u64 %%h2, %%d2; cvt.u16.u64 %%h3, %%d3;\n"
    "setp.ne.s64 %%p1, %%d1, 0; setp.ne.s64 %%p2, %%d2, 0; setp.ne.s64 %%p3, %%d3, 0;\n"
    "mov.b64 %%d0, 77; mov.b32 %%r0, 77; mov.b16 %%h0, 77; setp.eq.s32 %%p0, 0, 1;\n"
    "%s\n%s\nst.param.b64 [out], %%d0;\nret;\n}\n"
    ".visible .entry each(.param .u64 in, .param .u64 out)\n{\n.reg .b32 %%r<2>; .reg .b64 %%d<8>; "
    ".param .b64 a, b, c, o;\nld.param.u64 %%d1, [in]; ld.param.u64 %%d2, [out]; mov.u32 %%r1, %%tid.x;\n"
    "mul.wide.u32 %%d3, %%r1, 24; add.u64 %%d1, %%d1, %%d3; mul.wide.u32 %%d3, %%r1, 8; add.u64 %%d2, %%d2, "
    "%%d3;\n"
    "ld.global.u64 %%d4, [%%d1]; ld.global.u64 %%d5, [%%d1+8]; ld.global.u64 %%d6, [%%d1+16];\n"
    "st.param.b64 [a], %%d4; st.param.b64 [b], %%d5; st.param.b64 [c], %%d6; call (o), f, (a, b, c); "
    "ld.param.b64 %%d7, [o];\nst.global.u64 [%%d2], %%d7;\nret;\n}\n";

const struct ptx_snippets *const ptx_snippet_tables[PTX_SNIPPET_TABLES] = {
    &ptx_snippets_numbers, &ptx_snippets_memory, &ptx_snippets_media};

static const char *result_text(char which)
{
    return which == 'h'   ? "cvt.u64.u16 %d0, %h0;"
           : which == 'r' ? "cvt.u64.u32 %d0, %r0;"
           : which == 'p' ? "selp.b64 %d0, 1, 0, %p0;"
                          : "";
}

bool ptx_snippet_is_known(const struct ptx_snippet *snippet)
{
    return !strstr(snippet->text, "div.rz") || ir_run_rounds();
}

void ptx_snippet_module(const struct ptx_snippet *snippet, char text[PTX_SNIPPET_TEXT])
{
    snprintf(text, PTX_SNIPPET_TEXT, snippet_text, snippet->text, result_text(snippet->result));
}
