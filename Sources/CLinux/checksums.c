#define _GNU_SOURCE
#include "CLinux.h"

#include <pthread.h>
#include <string.h>

// The lines of integers are little-endian on every machine.
static uint64_t load64(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

// CRC-32C (Castagnoli), RFC 3720 section 12.1 and appendix B.4: reflected polynomial 0x82F63B78.

static uint32_t table[8][256];
static pthread_once_t table_once = PTHREAD_ONCE_INIT;

static void make_table(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t value = byte;
        for (int bit = 0; bit < 8; bit++) {
            value = (value >> 1) ^ ((value & 1) ? 0x82F63B78u : 0);
        }
        table[0][byte] = value;
    }
    for (int level = 1; level < 8; level++) {
        for (int byte = 0; byte < 256; byte++) {
            uint32_t before = table[level - 1][byte];
            table[level][byte] = (before >> 8) ^ table[0][before & 0xFF];
        }
    }
}

uint32_t clinux_crc32c_portable(uint32_t state, const uint8_t *bytes, size_t count) {
    pthread_once(&table_once, make_table);
    for (; count >= 8; bytes += 8, count -= 8) {
        uint64_t word = load64(bytes) ^ state;
        state = table[7][word & 0xFF] ^ table[6][(word >> 8) & 0xFF] ^ table[5][(word >> 16) & 0xFF]
            ^ table[4][(word >> 24) & 0xFF] ^ table[3][(word >> 32) & 0xFF] ^ table[2][(word >> 40) & 0xFF]
            ^ table[1][(word >> 48) & 0xFF] ^ table[0][word >> 56];
    }
    for (; count > 0; bytes++, count--) {
        state = (state >> 8) ^ table[0][(state ^ *bytes) & 0xFF];
    }
    return state;
}

#if defined(__x86_64__)

__attribute__((target("sse4.2"))) static uint32_t hardware(uint32_t state, const uint8_t *bytes, size_t count) {
    uint64_t wide = state;
    for (; count >= 8; bytes += 8, count -= 8) {
        wide = __builtin_ia32_crc32di(wide, load64(bytes));
    }
    state = (uint32_t)wide;
    for (; count > 0; bytes++, count--) {
        state = __builtin_ia32_crc32qi(state, *bytes);
    }
    return state;
}

int clinux_crc32c_is_hardware(void) {
    return __builtin_cpu_supports("sse4.2") != 0;
}

#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)

#include <arm_acle.h>

static uint32_t hardware(uint32_t state, const uint8_t *bytes, size_t count) {
    for (; count >= 8; bytes += 8, count -= 8) {
        state = __crc32cd(state, load64(bytes));
    }
    for (; count > 0; bytes++, count--) {
        state = __crc32cb(state, *bytes);
    }
    return state;
}

int clinux_crc32c_is_hardware(void) {
    return 1;
}

#else

static uint32_t hardware(uint32_t state, const uint8_t *bytes, size_t count) {
    return clinux_crc32c_portable(state, bytes, count);
}

int clinux_crc32c_is_hardware(void) {
    return 0;
}

#endif

uint32_t clinux_crc32c(uint32_t state, const uint8_t *bytes, size_t count) {
    return clinux_crc32c_is_hardware() ? hardware(state, bytes, count) : clinux_crc32c_portable(state, bytes, count);
}

// The round of XXH64 (xxHash specification 0.1.1, "XXH64 Algorithm", step 2): one to one in the lane for a given word
// and in the word for a given lane, so that damage within one word always changes the lane, and a changed lane stays
// changed until another word of the same lane is damaged too.
static inline uint64_t mix(uint64_t lane, uint64_t word) {
    lane += word * 0xC2B2AE3D27D4EB4Full;
    return ((lane << 31) | (lane >> 33)) * 0x9E3779B185EBCA87ull;
}

void clinux_digest_blocks(uint64_t lanes[4], const uint8_t *bytes, size_t blocks) {
    uint64_t a = lanes[0], b = lanes[1], c = lanes[2], d = lanes[3];
    for (; blocks > 0; blocks--, bytes += 32) {
        a = mix(a, load64(bytes));
        b = mix(b, load64(bytes + 8));
        c = mix(c, load64(bytes + 16));
        d = mix(d, load64(bytes + 24));
    }
    lanes[0] = a;
    lanes[1] = b;
    lanes[2] = c;
    lanes[3] = d;
}
