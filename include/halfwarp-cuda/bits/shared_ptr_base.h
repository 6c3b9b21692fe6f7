/* SPDX-License-Identifier: MIT */
/* The C++ library's file of this name has an attribute __noinline__, which is a word of CUDA's: for clang
 * before 16 a macro, which must not be one there. */
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")
