#include <microhttpd.h>
#include <stdint.h>

// Swift imports no variadic function, and no macro with a cast.

// Takes over the listening socket. Key and certificate are PEM, nul-terminated, or null for HTTP without TLS.
static inline struct MHD_Daemon *_Nullable till_mhd_start(
    int listener, MHD_AccessHandlerCallback _Nonnull answer, MHD_RequestCompletedCallback _Nonnull completed,
    MHD_NotifyConnectionCallback _Nonnull connection, void *_Nullable context, unsigned connections_max,
    unsigned idle_seconds, const char *_Nullable key, const char *_Nullable certificate) {
    unsigned flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | (key ? MHD_USE_TLS : 0);
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(
        flags, 0, NULL, NULL, answer, context, MHD_OPTION_LISTEN_SOCKET, (MHD_socket)listener,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context, MHD_OPTION_NOTIFY_CONNECTION, connection, context,
        MHD_OPTION_CONNECTION_LIMIT, connections_max, MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds, MHD_OPTION_ARRAY,
        key ? tls : tls + 2, MHD_OPTION_END);
}

// -1 where the library does not tell.
static inline int till_mhd_socket(struct MHD_Connection *_Nonnull connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? (int)info->connect_fd : -1;
}

static const intptr_t till_mhd_reader_failed = -2; // MHD_CONTENT_READER_END_WITH_ERROR
static const uint64_t till_mhd_size_unknown = UINT64_MAX; // MHD_SIZE_UNKNOWN
