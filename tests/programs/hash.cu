// Digests and checksums: rotations, additions and tables.
#include "program.cuh"

__constant__ u32 sha_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static __device__ u32 rotate(u32 value, u32 by)
{
    return __funnelshift_r(value, value, by);
}

// SHA-256's compression of one block of 16 words.
KERNEL(hash_sha256)
{
    THREAD(16, 8);
    u32 w[64], s[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    u32 start[8];
    for (u32 k = 0; k < 8; k++)
        start[k] = s[k];
    for (u32 k = 0; k < 64; k++) {
        if (k < 16) {
            w[k] = in[k];
        } else {
            u32 a = w[k - 15], b = w[k - 2];
            w[k] = w[k - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[k - 7] +
                   (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
        }
        u32 t1 = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) +
                 sha_k[k] + w[k];
        u32 t2 = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) +
                 ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        for (u32 j = 7; j; j--)
            s[j] = s[j - 1];
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (u32 k = 0; k < 8; k++)
        PUT(start[k] + s[k]);
}

// A Fowler-Noll-Vo hash of 12 bytes, in 64 bits.
KERNEL(hash_fnv)
{
    THREAD(3, 2);
    u64 hash = 0xcbf29ce484222325ull;
    for (u32 k = 0; k < 12; k++)
        hash = (hash ^ ((const unsigned char *)in)[k]) * 0x100000001b3ull;
    PUT(hash);
}

// CRC-32 of 16 bytes: bit by bit, and by a table of 16 entries.
KERNEL(hash_crc32)
{
    static const u32 table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
                                  0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                  0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    THREAD(4, 2);
    u32 bitwise = ~0u, tabled = ~0u;
    for (u32 k = 0; k < 16; k++) {
        u32 byte = ((const unsigned char *)in)[k];
        bitwise ^= byte;
        for (u32 bit = 0; bit < 8; bit++)
            bitwise = bitwise >> 1 ^ (bitwise & 1 ? 0xedb88320u : 0);
        tabled = tabled >> 4 ^ table[(tabled ^ byte) & 15];
        tabled = tabled >> 4 ^ table[(tabled ^ byte >> 4) & 15];
    }
    PUT(~bitwise);
    PUT(~tabled);
}

// SipHash-2-4 of 16 bytes: 64-bit additions and rotations.
static __device__ void sip_round(u64 v[4])
{
#define ROTATE(x, by) ((x) << (by) | (x) >> (64 - (by)))
    v[0] += v[1]; v[1] = ROTATE(v[1], 13); v[1] ^= v[0]; v[0] = ROTATE(v[0], 32);
    v[2] += v[3]; v[3] = ROTATE(v[3], 16); v[3] ^= v[2];
    v[0] += v[3]; v[3] = ROTATE(v[3], 21); v[3] ^= v[0];
    v[2] += v[1]; v[1] = ROTATE(v[1], 17); v[1] ^= v[2]; v[2] = ROTATE(v[2], 32);
}

KERNEL(hash_sip)
{
    THREAD(4, 2);
    u64 k0 = 0x0706050403020100ull, k1 = 0x0f0e0d0c0b0a0908ull;
    u64 v[4] = {k0 ^ 0x736f6d6570736575ull, k1 ^ 0x646f72616e646f6dull, k0 ^ 0x6c7967656e657261ull,
                k1 ^ 0x7465646279746573ull};
    u64 words[3] = {WIDE(0), WIDE(2), 16ull << 56};
    for (u32 k = 0; k < 3; k++) {
        v[3] ^= words[k];
        sip_round(v);
        sip_round(v);
        v[0] ^= words[k];
    }
    v[2] ^= 0xff;
    for (u32 k = 0; k < 4; k++)
        sip_round(v);
    PUT(v[0] ^ v[1] ^ v[2] ^ v[3]);
}
