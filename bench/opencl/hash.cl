/* Rounds of xorshift (13, 17, 5), each followed by an addition. */
kernel void hash(uint rounds, global uint *out)
{
    uint i = get_global_id(0), h = i;
    for (uint round = 0; round < rounds; round++) {
        h ^= h << 13;
        h ^= h >> 17;
        h ^= h << 5;
        h += 0x9e3779b9u;
    }
    out[i] = h;
}
