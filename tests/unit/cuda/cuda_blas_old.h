/* SPDX-License-Identifier: MIT */
/* The interface of cuBLAS before CUDA 4.0, for cuda_blas_twins.h, which includes this: what it does is what
 * the later one does, and without cublasInit it does nothing. */

#define UNPACK(...) __VA_ARGS__
#define OLD_AS(later, old, arguments, ...)                                          \
    TWICE(later(t.handle, UNPACK arguments), (old(__VA_ARGS__), cublasGetError())); \
    DONE(cublasShutdown());                                                         \
    old(__VA_ARGS__);                                                               \
    assert_int_equal(cublasGetError(), CUBLAS_STATUS_NOT_INITIALIZED);              \
    DONE(cublasInit())
#define OLD(name, arguments, ...) OLD_AS(NAME(name##_v2), NAME(name), arguments, __VA_ARGS__)
#define BY_VALUE                  t.alpha
#define SCALE                     t.beta

static void TEST(old)(void **state)
{
    struct TEST(twins) t = TEST(begin)();
    REAL cosine = (REAL)0.6, sine = (REAL)0.8;

    (void)state;
    DONE(cublasInit());
    OLD(axpy, (N, ALPHA, t.a, 1, t.c, 2), N, BY_VALUE, t.a, 1, t.c, 2);
    OLD(copy, (N, t.a, 1, t.c, 2), N, t.a, 1, t.c, 2);
    OLD(swap, (N, t.a, 1, t.c, 2), N, t.a, 1, t.c, 2);
    OLD(scal, (N, ALPHA, t.c, 1), N, BY_VALUE, t.c, 1);
    OLD(rot, (N, t.a, 1, t.c, 1, &cosine, ALPHA), N, t.a, 1, t.c, 1, cosine, BY_VALUE);
    OLD(gemv, (CUBLAS_OP_C, M, N, ALPHA, A, t.b, 1, BETA, t.c, 1), 'c', M, N, BY_VALUE, A, t.b, 1, SCALE, t.c,
        1);
    OLD(gbmv, (CUBLAS_OP_T, M, N, 1, 1, ALPHA, A, t.b, 1, BETA, t.c, 1), 'T', M, N, 1, 1, BY_VALUE, A, t.b, 1,
        SCALE, t.c, 1);
    OLD(trmv, (PART, N, A, t.c, 1), 'U', 'T', 'N', N, A, t.c, 1);
    OLD(trsv, (PART, N, A, t.c, 1), 'u', 't', 'n', N, A, t.c, 1);
    OLD(tbmv, (PART, N, 1, A, t.c, 1), 'U', 'T', 'N', N, 1, A, t.c, 1);
    OLD(tbsv, (PART, N, 1, A, t.c, 1), 'U', 'T', 'N', N, 1, A, t.c, 1);
    OLD(tpmv, (PART, N, t.a, t.c, 1), 'U', 'T', 'N', N, t.a, t.c, 1);
    OLD(tpsv, (PART, N, t.a, t.c, 1), 'U', 'T', 'N', N, t.a, t.c, 1);
    OLD(gemm, (CUBLAS_OP_N, CUBLAS_OP_T, M, N, K, ALPHA, A, B, BETA, C), 'N', 'T', M, N, K, BY_VALUE, A, B,
        SCALE, C);
    OLD(symm, (CUBLAS_SIDE_LEFT, UP, M, N, ALPHA, A, B, BETA, C), 'L', 'U', M, N, BY_VALUE, A, B, SCALE, C);
    OLD(syrk, (UP, CUBLAS_OP_N, N, K, ALPHA, A, BETA, C), 'U', 'N', N, K, BY_VALUE, A, SCALE, C);
    OLD(syr2k, (UP, CUBLAS_OP_N, N, K, ALPHA, A, B, BETA, C), 'U', 'N', N, K, BY_VALUE, A, B, SCALE, C);
    OLD(trmm, (CUBLAS_SIDE_RIGHT, PART, M, N, ALPHA, A, C, C), 'R', 'U', 'T', 'N', M, N, BY_VALUE, A, C);
    OLD(trsm, (CUBLAS_SIDE_RIGHT, PART, M, N, ALPHA, A, C), 'R', 'U', 'T', 'N', M, N, BY_VALUE, A, C);
#if IS_COMPLEX
    NUMBER first = t.start[0][0], same = first, turn = 0, second = t.start[1][0];
    REAL length = 0;
    TWICE(NAME(dotu_v2)(t.handle, N, t.a, 1, t.b, 2, &t.result),
          (t.result = NAME(dotu)(N, t.a, 1, t.b, 2), cublasGetError()));
    TWICE(NAME(dotc_v2)(t.handle, N, t.a, 1, t.b, 2, &t.result),
          (t.result = NAME(dotc)(N, t.a, 1, t.b, 2), cublasGetError()));
    OLD_AS(PART_NAME(scal_v2), PART_NAME(scal), (N, &cosine, t.c, 1), N, cosine, t.c, 1);
    OLD_AS(PART_NAME(rot_v2), PART_NAME(rot), (N, t.a, 1, t.c, 1, &cosine, &sine), N, t.a, 1, t.c, 1, cosine,
           sine);
    OLD(geru, (M, N, ALPHA, t.a, 1, t.b, 1, C), M, N, BY_VALUE, t.a, 1, t.b, 1, C);
    OLD(gerc, (M, N, ALPHA, t.a, 1, t.b, 1, C), M, N, BY_VALUE, t.a, 1, t.b, 1, C);
    OLD(hemv, (UP, N, ALPHA, A, t.b, 1, BETA, t.c, 1), 'U', N, BY_VALUE, A, t.b, 1, SCALE, t.c, 1);
    OLD(hbmv, (UP, N, 1, ALPHA, A, t.b, 1, BETA, t.c, 1), 'U', N, 1, BY_VALUE, A, t.b, 1, SCALE, t.c, 1);
    OLD(hpmv, (UP, N, ALPHA, t.a, t.b, 1, BETA, t.c, 1), 'U', N, BY_VALUE, t.a, t.b, 1, SCALE, t.c, 1);
    OLD(her, (UP, N, &cosine, t.b, 1, C), 'U', N, cosine, t.b, 1, C);
    OLD(hpr, (UP, N, &cosine, t.b, 1, t.c), 'U', N, cosine, t.b, 1, t.c);
    OLD(her2, (UP, N, ALPHA, t.a, 1, t.b, 1, C), 'U', N, BY_VALUE, t.a, 1, t.b, 1, C);
    OLD(hpr2, (UP, N, ALPHA, t.a, 1, t.b, 1, t.c), 'U', N, BY_VALUE, t.a, 1, t.b, 1, t.c);
    OLD(hemm, (CUBLAS_SIDE_LEFT, UP, M, N, ALPHA, A, B, BETA, C), 'L', 'U', M, N, BY_VALUE, A, B, SCALE, C);
    OLD(herk, (UP, CUBLAS_OP_N, N, K, &cosine, A, &sine, C), 'U', 'N', N, K, cosine, A, sine, C);
    OLD(her2k, (UP, CUBLAS_OP_N, N, K, ALPHA, A, B, &sine, C), 'U', 'N', N, K, BY_VALUE, A, B, sine, C);
    NAME(rotg)(&first, second, &cosine, &turn);
    DONE(cublasGetError());
    DONE(NAME(rotg_v2)(t.handle, &same, &second, &length, &t.result));
    assert_true(first == same && cosine == length && turn == t.result);
#else
    REAL h[5] = {-1, 1, 2, 3, 4}, other[5], pairs[2][4] = {{2, 3, 4, 5}, {2, 3, 4, 5}};
    TWICE(NAME(dot_v2)(t.handle, N, t.a, 1, t.b, 2, &t.result),
          (t.result = NAME(dot)(N, t.a, 1, t.b, 2), cublasGetError()));
    OLD(rotm, (N, t.a, 1, t.c, 1, h), N, t.a, 1, t.c, 1, h);
    OLD(ger, (M, N, ALPHA, t.a, 1, t.b, 1, C), M, N, BY_VALUE, t.a, 1, t.b, 1, C);
    OLD(symv, (UP, N, ALPHA, A, t.b, 1, BETA, t.c, 1), 'U', N, BY_VALUE, A, t.b, 1, SCALE, t.c, 1);
    OLD(sbmv, (UP, N, 1, ALPHA, A, t.b, 1, BETA, t.c, 1), 'U', N, 1, BY_VALUE, A, t.b, 1, SCALE, t.c, 1);
    OLD(spmv, (UP, N, ALPHA, t.a, t.b, 1, BETA, t.c, 1), 'U', N, BY_VALUE, t.a, t.b, 1, SCALE, t.c, 1);
    OLD(syr, (UP, N, ALPHA, t.b, 1, C), 'U', N, BY_VALUE, t.b, 1, C);
    OLD(spr, (UP, N, ALPHA, t.b, 1, t.c), 'U', N, BY_VALUE, t.b, 1, t.c);
    OLD(syr2, (UP, N, ALPHA, t.a, 1, t.b, 1, C), 'U', N, BY_VALUE, t.a, 1, t.b, 1, C);
    OLD(spr2, (UP, N, ALPHA, t.a, 1, t.b, 1, t.c), 'U', N, BY_VALUE, t.a, 1, t.b, 1, t.c);
    /* 3 and 4 turn into 5 and 0. */
    REAL x = 3, y = 4;
    NAME(rotg)(&x, &y, &cosine, &sine);
    DONE(cublasGetError());
    assert_true(fabs(x - 5) < 1e-6 && fabs(cosine - (REAL)0.6) < 1e-6 && fabs(sine - (REAL)0.8) < 1e-6);
    x = 3, y = 4;
    DONE(NAME(rotg_v2)(t.handle, &x, &y, &cosine, &sine));
    assert_true(fabs(x - 5) < 1e-6 && fabs(cosine - (REAL)0.6) < 1e-6);
    assert_int_equal(NAME(rotg_v2)(t.handle, NULL, &y, &cosine, &sine), CUBLAS_STATUS_INVALID_VALUE);
    memset(h, 0, sizeof h);
    memset(other, 0, sizeof other);
    NAME(rotmg)(&pairs[0][0], &pairs[0][1], &pairs[0][2], &pairs[0][3], h);
    DONE(cublasGetError());
    DONE(NAME(rotmg_v2)(t.handle, &pairs[1][0], &pairs[1][1], &pairs[1][2], &pairs[1][3], other));
    assert_memory_equal(pairs[0], pairs[1], sizeof pairs[0]);
    assert_memory_equal(h, other, sizeof h);
    assert_int_equal(NAME(rotmg_v2)(NULL, &x, &x, &x, &y, h), CUBLAS_STATUS_NOT_INITIALIZED);
#endif
    DONE(cublasShutdown());
    TEST(end)(&t);
}

#undef UNPACK
#undef OLD_AS
#undef OLD
#undef BY_VALUE
#undef SCALE
