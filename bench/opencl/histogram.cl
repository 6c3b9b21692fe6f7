/* 256 bins of the bytes of words: counted in local memory, then added up. */
kernel void histogram(uint n, global const uint *in, global uint *bins)
{
    local uint count[256];
    uint x = get_local_id(0), i = get_group_id(0) * 256 + x;
    count[x] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) {
        uint word = in[i];
        for (uint shift = 0; shift < 32; shift += 8)
            atomic_add(&count[word >> shift & 0xff], 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[x], count[x]);
}
