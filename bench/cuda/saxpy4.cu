/* y = a x + y as one tunes it: each warp takes a piece of the vectors and goes through it, four elements a thread and
 * turn, as ../saxpy4.hwasm does.  `count` is the elements of a warp, a multiple of 128. */
extern "C" __global__ void saxpy4(unsigned count, float a, const float *x, float *y)
{
    const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, first = warp * count + threadIdx.x % 32;
    x += first;
    y += first;
    for (; count; count -= 128, x += 128, y += 128) {
        float u[4], v[4];
        for (unsigned k = 0; k < 4; k++)
            u[k] = x[32 * k];
        for (unsigned k = 0; k < 4; k++)
            v[k] = y[32 * k];
        for (unsigned k = 0; k < 4; k++)
            y[32 * k] = fmaf(a, u[k], v[k]);
    }
}
