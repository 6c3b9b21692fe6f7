/* A sum a group: 16 elements a work item that lie a grid apart, then halves of the group in local memory. */
kernel void reduction(uint n, global const uint *in, global uint *out)
{
    local uint part[256];
    uint x = get_local_id(0), sum = 0;
    for (uint i = get_group_id(0) * 256 + x; i < n; i += get_num_groups(0) * 256)
        sum += in[i];
    part[x] = sum;
    for (uint half_of = 128; half_of > 0; half_of >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x < half_of)
            part[x] += part[x + half_of];
    }
    if (x == 0)
        out[get_group_id(0)] = part[0];
}
