/* Writing ELF cubins: not there yet. */
#include "module/internal.h"

hw_status hw_cubin_elf_write(const struct hw_module *module, bool wide, struct hw_buffer *out,
                             struct hw_error *error)
{
    (void)module, (void)wide, (void)out;
    return hw_fail(error, HW_ERR_UNSUPPORTED, HW_MODULE_ERROR, "ELF cubins cannot be written yet");
}
