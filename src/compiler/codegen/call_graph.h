/* SPDX-License-Identifier: MIT */
/* The call graph goes into .nv.callgraph and .nv.prototype, from which a linker learns which function calls
 * which (src/link/link_calls.c). */
#ifndef HW_COMPILER_CODEGEN_CALL_GRAPH_H
#define HW_COMPILER_CODEGEN_CALL_GRAPH_H

#include "compiler/codegen/symbol_list.h"
#include "compiler/ir/ir_module.h"

/* `id`: by number of a routine, that of its symbol; UINT32_MAX: it has none. */
void hw_codegen_write_call_graph(const struct hw_ir_module *module, const struct hw_codegen_symbols *symbols,
                                 const uint32_t *id, struct hw_codegen_buffer *to);

/* By number of a routine: whether code or a variable names it. */
const bool *hw_codegen_find_named(const struct hw_ir_module *module);

/* Whether a function has calls that stay calls. */
bool hw_codegen_has_calls(const struct hw_ir_function *function);

/* Whether a routine's code is written. */
static inline bool hw_codegen_is_written(const struct hw_ir_routine *routine)
{
    return routine->function && (routine->is_kernel || routine->has_code);
}

#endif
