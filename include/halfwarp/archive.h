/* SPDX-License-Identifier: MIT */
/* A container (archive) is a file that holds pieces of GPU code; this header lists the pieces and their
 * offsets.
 *
 * A fatbin, a program or library for the host (ELF or PE), an object file (ELF or COFF), a static library, a
 * zip file of these, as Python's wheels are, and also a cubin itself, which is a container of one.
 * hw_archive_open lists the entries without unpacking them.  hw_entry_unpack gives the bytes of one entry; if
 * it is a cubin, hw_module_read takes them.  hw_archive_replace makes a file with other code in an entry's
 * place.
 *
 * An archive refers to the bytes that it was opened on, which must outlive it.  Nothing here keeps global
 * state.
 *
 * Stability: nearly stable. */
#ifndef HALFWARP_ARCHIVE_H
#define HALFWARP_ARCHIVE_H

#include <halfwarp/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Entries that claim to unpack to more bytes are refused: a few bytes could ask for any amount. */
#define HW_ENTRY_BYTES_MAX (UINT64_C(256) << 20)
/* More entries than this in one file are refused as hostile. */
#define HW_ARCHIVE_ENTRIES_MAX 65536
/* Members of a zip file that together inflate to more bytes are refused. */
#define HW_ARCHIVE_INFLATED_MAX (UINT64_C(4) << 30)

enum hw_archive_kind {
    HW_ARCHIVE_CUBIN = 0,
    HW_ARCHIVE_PTX,
    HW_ARCHIVE_FATBIN,
    HW_ARCHIVE_ELF,
    HW_ARCHIVE_PE,
    HW_ARCHIVE_COFF,
    HW_ARCHIVE_AR,
    HW_ARCHIVE_ZIP
};

enum hw_entry_kind { HW_ENTRY_CUBIN = 0, HW_ENTRY_PTX, HW_ENTRY_OTHER };

enum hw_packing { HW_PACKING_NONE = 0, HW_PACKING_ZLIB, HW_PACKING_LZ4, HW_PACKING_ZSTD, HW_PACKING_UNKNOWN };

struct hw_entry {
    enum hw_entry_kind kind;
    enum hw_packing packing;
    char target[16]; /* "sm_52", "sm_90a"; of PTX "compute_52"; empty where the file does not say */
    char *name;      /* the source's name, or NULL */
    char *member;    /* of a static library or a zip file, "A:B" for a library's in a zip file; or NULL */
    uint64_t offset; /* where the stored bytes begin in the file; of a zip file: in its member, inflated */
    uint64_t bytes;  /* how many are stored */
    uint64_t unpacked_bytes;
    uint64_t flags;        /* the fatbin's; 0 elsewhere */
    uint64_t fatbin;       /* where the fatbin begins that holds it, HW_NO_FATBIN outside of one */
    const uint8_t *stored; /* the stored bytes: in the file, or in what the archive has inflated */
    uint64_t group_bytes;  /* of a group that is packed as one: what all of it unpacks to; 0: by itself */
    uint64_t group_at;     /* where the entry's own bytes begin in that */
};

#define HW_NO_FATBIN UINT64_MAX

struct hw_archive_member; /* of a zip file, inflated */

struct hw_archive {
    enum hw_archive_kind kind;
    const uint8_t *bytes;
    size_t length;
    struct hw_entry *entries;
    size_t entry_count;
    struct hw_archive_member *members; /* those of a zip file that hold entries */
    size_t member_count;
};

/* List the entries in `length` bytes at `bytes`; there may be none.  A file of unknown kind is taken for a
 * text cubin; hw_module_read will judge it. Errors: HW_ERR_FORMAT (malformed; error->offset says where),
 * HW_ERR_LIMIT (too many entries), HW_ERR_UNSUPPORTED, HW_ERR_NO_MEMORY.  On error *archive is NULL. */
hw_status hw_archive_open(const void *bytes, size_t length, struct hw_archive **archive,
                          struct hw_error *error);

/* Whether an entry is for the target of that name.  Only a fatbin says that a cubin is for a family
 * (sm_100f): cubins for sm_100f and sm_100 are the same to this function. */
bool hw_entry_is_for(const struct hw_entry *entry, const char *target);

/* Free an archive; NULL is allowed. */
void hw_archive_close(struct hw_archive *archive);

/* The bytes of entry `index`, made with malloc for the caller to free, with a NUL behind them. Errors:
 * HW_ERR_FORMAT (the packed data is damaged), HW_ERR_LIMIT (more than HW_ENTRY_BYTES_MAX), HW_ERR_NO_MEMORY.
 */
hw_status hw_entry_unpack(const struct hw_archive *archive, size_t index, uint8_t **bytes, size_t *length,
                          struct hw_error *error);

/* Make a copy of the whole file in which entry `index` has other code: an ELF cubin in a cubin's place or PTX
 * in that of PTX, for the same target.  It is packed as the entry was; sizes, offsets, indexes of symbols,
 * and in wheels the hashes of RECORD change with it.  A fatbin that no longer fits where it was gets a
 * segment of its own in a program or shared library, and a longer section in an object.  The copy is made
 * with malloc; the caller frees it.  Errors: HW_ERR_FORMAT (the code is something else; a file that
 * contradicts itself), HW_ERR_UNSUPPORTED (larger code that this kind of file cannot take; a method of
 * packing that is not known; an entry of a group), HW_ERR_LIMIT, HW_ERR_NO_MEMORY. */
hw_status hw_archive_replace(const struct hw_archive *archive, size_t index, const void *code, size_t size,
                             uint8_t **bytes, size_t *length, struct hw_error *error);

/* A cubin (ELF) or PTX text to be put into a fatbin. */
struct hw_fatbin_part {
    const void *bytes;
    size_t length;
};

/* Pack the code for several chips into a fatbin, as programs for the host have one.  It is made with malloc;
 * the caller frees it.  Errors: HW_ERR_FORMAT (a part is something else), HW_ERR_NO_MEMORY. */
hw_status hw_fatbin_write(const struct hw_fatbin_part *parts, size_t count, uint8_t **bytes, size_t *length,
                          struct hw_error *error);

/* "fatbin", "ELF file" and so on; "cubin", "PTX", "other"; "stored", "zlib", "LZ4", "zstd", "a method
 * that is not known". */
const char *hw_archive_kind_name(enum hw_archive_kind kind);
const char *hw_entry_kind_name(enum hw_entry_kind kind);
const char *hw_packing_name(enum hw_packing packing);

#ifdef __cplusplus
}
#endif
#endif
