// What the Glibc module leaves out: readiness, wake-ups, signals as descriptors, the allocator, and
// single calls that need _GNU_SOURCE. That is not defined here, since the types of both modules must
// stay alike.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

// accept4 is declared behind _GNU_SOURCE.
static inline int jangteo_accept(int listener, struct sockaddr *address, socklen_t *length) {
    extern int accept4(int, struct sockaddr *, socklen_t *, int);
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

// pipe2, too. No child that is started meanwhile has an end of it.
static inline int jangteo_pipe(int *ends) {
    extern int pipe2(int *, int);
    return pipe2(ends, O_CLOEXEC);
}

// A file without a name, gone when closed, in the folder named.
static inline int jangteo_open_temporary(const char *folder) {
    return open(folder, O_RDWR | O_CLOEXEC | 020000000 | O_DIRECTORY, 0600);
}
