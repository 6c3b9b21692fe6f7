/* SPDX-License-Identifier: MIT */
/* Declares functions that table rows in other files name. */
#ifndef HW_COMPILER_IRGEN_IRGEN_FUNCTIONS_H
#define HW_COMPILER_IRGEN_IRGEN_FUNCTIONS_H

struct hw_irgen;

void hw_irgen_setp(struct hw_irgen *builder);
void hw_irgen_compare_to_value(struct hw_irgen *builder);
void hw_irgen_setp_of_halves(struct hw_irgen *builder);
void hw_irgen_compare_halves(struct hw_irgen *builder);
void hw_irgen_selp(struct hw_irgen *builder);
void hw_irgen_slct(struct hw_irgen *builder);
void hw_irgen_mov(struct hw_irgen *builder);
void hw_irgen_cvt(struct hw_irgen *builder);
void hw_irgen_find_nth(struct hw_irgen *builder);
void hw_irgen_cvta(struct hw_irgen *builder);
void hw_irgen_isspacep(struct hw_irgen *builder);
void hw_irgen_ld(struct hw_irgen *builder);
void hw_irgen_st(struct hw_irgen *builder);
void hw_irgen_bra(struct hw_irgen *builder);
void hw_irgen_bar(struct hw_irgen *builder);
void hw_irgen_call(struct hw_irgen *builder);

#endif
