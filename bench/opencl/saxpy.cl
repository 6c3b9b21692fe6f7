/* y = a x + y, an element a work item. */
kernel void saxpy(uint n, float a, global const float *x, global float *y)
{
    uint i = get_global_id(0);
    if (i < n)
        y[i] = fma(a, x[i], y[i]);
}
