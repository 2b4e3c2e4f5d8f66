#pragma once
// Input is only read.
#define ZLIB_CONST
#include <zlib.h>

// deflateInit2 is a macro that the importer cannot read. 16 added to the bits of the window asks for
// the wrapping of RFC 1952; 8 is the memory level that zlib uses by default.
static inline int jangteo_gzip_begin(z_stream *stream, int level, int window_bits) {
    return deflateInit2(stream, level, Z_DEFLATED, 16 + window_bits, 8, Z_DEFAULT_STRATEGY);
}
