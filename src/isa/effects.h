/* What the files that compute effects share. */
#ifndef HW_ISA_EFFECTS_H
#define HW_ISA_EFFECTS_H

#include <halfwarp/effects.h>

/* Give the register operands of a Maxwell texture lookup their true widths; the first `written` are results. */
void hw_texture_widths(struct hw_view *view, unsigned written);

#endif
