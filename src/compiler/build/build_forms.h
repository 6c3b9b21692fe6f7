/* SPDX-License-Identifier: MIT */
/* Functions that rows of other files name. */
#ifndef HW_COMPILER_BUILD_BUILD_FORMS_H
#define HW_COMPILER_BUILD_BUILD_FORMS_H

struct hw_builder;

void hw_build_setp(struct hw_builder *builder);
void hw_build_compare_to_value(struct hw_builder *builder);
void hw_build_setp_of_halves(struct hw_builder *builder);
void hw_build_compare_halves(struct hw_builder *builder);
void hw_build_selp(struct hw_builder *builder);
void hw_build_slct(struct hw_builder *builder);
void hw_build_mov(struct hw_builder *builder);
void hw_build_cvt(struct hw_builder *builder);
void hw_build_find_nth(struct hw_builder *builder);
void hw_build_cvta(struct hw_builder *builder);
void hw_build_isspacep(struct hw_builder *builder);
void hw_build_ld(struct hw_builder *builder);
void hw_build_st(struct hw_builder *builder);
void hw_build_bra(struct hw_builder *builder);
void hw_build_bar(struct hw_builder *builder);
void hw_build_call(struct hw_builder *builder);

#endif
