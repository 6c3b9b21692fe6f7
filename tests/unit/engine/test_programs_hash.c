/* SPDX-License-Identifier: MIT */
/* Digests and checksums: tests/programs/hash.cu against C, which in turn knows published answers. */
#include "programs/program.h"
#include "programs/reference.h"

static uint32_t rotate(uint32_t value, unsigned by)
{
    return value >> by | value << (32 - by);
}

static bool is_prime(uint32_t number)
{
    for (uint32_t d = 2; d * d <= number; d++)
        if (number % d == 0)
            return false;
    return number > 1;
}

/* SHA-256's constants: the first 32 bits behind the point of the square or cube roots of the first primes. */
static uint32_t root_of_prime(unsigned which, double (*root)(double))
{
    uint32_t number = 2;
    for (unsigned seen = 0;; number++)
        if (is_prime(number) && seen++ == which)
            break;
    const double value = root(number);
    return (uint32_t)((value - floor(value)) * 4294967296.0);
}

static void compress(const uint32_t *block, uint32_t digest[8])
{
    uint32_t w[64], s[8];
    memcpy(s, digest, sizeof s);
    for (int k = 0; k < 64; k++) {
        if (k < 16) {
            w[k] = block[k];
        } else {
            const uint32_t a = w[k - 15], b = w[k - 2];
            w[k] = w[k - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[k - 7] +
                   (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
        }
        const uint32_t choice = (s[4] & s[5]) | (~s[4] & s[6]),
                       majority = (s[0] & s[1]) | (s[2] & (s[0] | s[1]));
        const uint32_t t1 = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) + choice +
                            root_of_prime((unsigned)k, cbrt) + w[k];
        const uint32_t t2 = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) + majority;
        memmove(s + 1, s, 7 * sizeof s[0]);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int k = 0; k < 8; k++)
        digest[k] += s[k];
}

static void hash_sha256(const uint32_t *in, uint32_t *out)
{
    for (unsigned k = 0; k < 8; k++)
        out[k] = root_of_prime(k, sqrt);
    compress(in, out);
}

static void hash_fnv(const uint32_t *in, uint32_t *out)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (int k = 0; k < 12; k++)
        hash = (hash ^ (in[k / 4] >> 8 * (k % 4) & 0xff)) * 0x100000001b3;
    put64(&out, hash);
}

static uint32_t crc32(const uint8_t *bytes, size_t count)
{
    uint32_t crc = 0xffffffff;
    for (size_t k = 0; k < count; k++) {
        crc ^= bytes[k];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1) * 0xedb88320u;
    }
    return ~crc;
}

static void hash_crc32(const uint32_t *in, uint32_t *out)
{
    put(&out, crc32((const uint8_t *)in, 16));
    put(&out, crc32((const uint8_t *)in, 16));
}

static uint64_t rotate64(uint64_t value, unsigned by)
{
    return value << by | value >> (64 - by);
}

static void sip_round(uint64_t v[4])
{
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate64(v[1], 13) ^ v[0];
    v[3] = rotate64(v[3], 16) ^ v[2];
    v[0] = rotate64(v[0], 32) + v[3];
    v[2] += v[1];
    v[3] = rotate64(v[3], 21) ^ v[0];
    v[1] = rotate64(v[1], 17) ^ v[2];
    v[2] = rotate64(v[2], 32);
}

/* SipHash-2-4 with the key 00 01 .. 0f, of `count` bytes. */
static uint64_t sip(const uint8_t *bytes, size_t count)
{
    const uint64_t k0 = 0x0706050403020100, k1 = 0x0f0e0d0c0b0a0908;
    uint64_t v[4] = {k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d, k0 ^ 0x6c7967656e657261,
                     k1 ^ 0x7465646279746573};
    for (size_t at = 0; at <= count; at += 8) {
        uint64_t word = at + 8 > count ? (uint64_t)count << 56 : 0;
        for (size_t k = at; k < at + 8 && k < count; k++)
            word |= (uint64_t)bytes[k] << 8 * (k - at);
        v[3] ^= word;
        sip_round(v);
        sip_round(v);
        v[0] ^= word;
    }
    v[2] ^= 0xff;
    for (int k = 0; k < 4; k++)
        sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

static void hash_sip(const uint32_t *in, uint32_t *out)
{
    put64(&out, sip((const uint8_t *)in, 16));
}

/* The references themselves: SHA-256 of "abc" (FIPS 180-4), CRC-32 of "123456789", SipHash of 00 01 .. 0e
 * (its paper's appendix). */
static void references(struct device *device)
{
    const uint32_t abc[16] = {[0] = 0x61626380, [15] = 24};
    uint32_t digest[8];
    uint8_t bytes[15];
    (void)device;
    hash_sha256(abc, digest);
    assert_int_equal(digest[0], 0xba7816bf);
    assert_int_equal(digest[7], 0xf20015ad);
    assert_int_equal(crc32((const uint8_t *)"123456789", 9), 0xcbf43926);
    for (uint8_t k = 0; k < 15; k++)
        bytes[k] = k;
    assert_int_equal(sip(bytes, 15), 0xa129ca6149be45e5);
}

static const struct program programs[] = {
    {.kernel = "references", .custom = references},
    {.kernel = "hash_sha256", .shape = {{2}, {64}, 0}, .in = 16, .out = 8, .each = hash_sha256},
    {.kernel = "hash_fnv", .in = 3, .out = 2, .each = hash_fnv},
    {.kernel = "hash_crc32", .in = 4, .out = 2, .each = hash_crc32},
    {.kernel = "hash_sip", .in = 4, .out = 2, .each = hash_sip},
};

int main(void)
{
    return PROGRAMS_RUN("hash", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
