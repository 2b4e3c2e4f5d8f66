#pragma once
#include <sqlite3.h>

// SQLITE_STATIC and SQLITE_TRANSIENT are casts that the importer cannot read.
static inline int jangteo_bind_text(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 length) {
    return sqlite3_bind_text64(statement, index, text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline void jangteo_result_text(
    sqlite3_context *context, const char *text, sqlite3_uint64 length) {
    sqlite3_result_text64(context, text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}
// Without a copy: the bytes must stay where they are until the statement is reset.
static inline int jangteo_bind_pinned_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
    return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_STATIC);
}

// Variadic functions cannot be imported.
static inline int jangteo_count_no_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
static inline int jangteo_run_triggers(sqlite3 *database, int whether) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, whether, (int *)0);
}

// Nor can it read the extended result codes.
static const int jangteo_ioerr_write = SQLITE_IOERR_WRITE;
static const int jangteo_ioerr_shmsize = SQLITE_IOERR_SHMSIZE;
