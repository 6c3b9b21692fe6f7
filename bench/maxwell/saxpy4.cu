/* y = a x + y, four elements a thread and several times: the index and the bounds are paid for once.
 * `count` is the number of quads between two that the same thread takes; the grid covers them. */
extern "C" __global__ void saxpy4(unsigned count, float a, const float4 *x, float4 *y)
{
    unsigned i = blockIdx.x * 2048 + threadIdx.x;
    for (unsigned k = 0; k < 8; k++, i += 256) {
        float4 u = x[i], v = y[i];
        v.x = fmaf(a, u.x, v.x);
        v.y = fmaf(a, u.y, v.y);
        v.z = fmaf(a, u.z, v.z);
        v.w = fmaf(a, u.w, v.w);
        y[i] = v;
    }
}
