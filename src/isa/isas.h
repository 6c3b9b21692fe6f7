/* SPDX-License-Identifier: MIT */
/* This header lists the generated tables of all instruction sets, which tools/isagen makes of the files in
 * isa/. */
#ifndef HW_ISA_ISAS_H
#define HW_ISA_ISAS_H

#include <halfwarp/isa.h>

#define HW_CAPABILITIES 128 /* beyond the number of the last: sm_121 */

extern const struct hw_isa hw_isa_tesla, hw_isa_fermi, hw_isa_kepler, hw_isa_maxwell, hw_isa_volta,
    hw_isa_blackwell;

#endif
