#pragma once
#include <libpq-fe.h>

// A macro that the importer cannot read (postgresql.org/docs/current/protocol-error-fields.html).
static const int jangteo_diag_sqlstate = PG_DIAG_SQLSTATE;
