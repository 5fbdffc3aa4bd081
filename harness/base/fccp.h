// libfccp without its read-ahead thread, which would run beside timed measurements. All of its
// users include it from here: with the thread its classes have another layout.
#pragma once

#define CSV_IO_NO_THREAD

// GCC 12 warns of the file names that libfccp truncates, not seeing that it terminates them.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#endif
#include <libfccp/csv.h>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
