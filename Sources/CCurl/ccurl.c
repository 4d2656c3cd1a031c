// The header's checks of types are macros that do not fit calls by pointer.
#define CURL_DISABLE_TYPECHECK
#include "ccurl.h"

#include <dlfcn.h>
#include <pthread.h>

#define FUNCTIONS(X)                                                                                                   \
    X(curl_global_init)                                                                                                \
    X(curl_easy_init)                                                                                                  \
    X(curl_easy_cleanup)                                                                                               \
    X(curl_easy_strerror)                                                                                              \
    X(curl_easy_setopt)                                                                                                \
    X(curl_slist_append)                                                                                               \
    X(curl_slist_free_all)                                                                                             \
    X(curl_multi_init)                                                                                                 \
    X(curl_multi_cleanup)                                                                                              \
    X(curl_multi_add_handle)                                                                                           \
    X(curl_multi_remove_handle)                                                                                        \
    X(curl_multi_perform)                                                                                              \
    X(curl_multi_info_read)                                                                                            \
    X(curl_multi_poll)                                                                                                 \
    X(curl_multi_wakeup)

static struct {
#define FIELD(name) __typeof__(&name) name;
    FUNCTIONS(FIELD)
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_loaded = false;

static void load(void) {
    // It stays for as long as the program runs.
    void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return;
#define LOOK_UP(name)                                                                                                  \
    library.name = (__typeof__(&name))dlsym(handle, #name);                                                            \
    if (library.name == NULL) return;
    FUNCTIONS(LOOK_UP)
    is_loaded = library.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

bool ccurl_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

CURL *ccurl_easy_init(void) { return library.curl_easy_init(); }
void ccurl_easy_cleanup(CURL *handle) {
    if (handle != NULL) library.curl_easy_cleanup(handle);
}
const char *ccurl_easy_strerror(CURLcode code) { return library.curl_easy_strerror(code); }

CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
    return library.curl_easy_setopt(handle, option, value);
}
CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *text) {
    return library.curl_easy_setopt(handle, option, text);
}
CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *pointer) {
    return library.curl_easy_setopt(handle, option, pointer);
}
CURLcode ccurl_set_body(CURL *handle, const void *bytes, curl_off_t length) {
    // The library copies as many as it was told before.
    CURLcode code = library.curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, length);
    return code == CURLE_OK ? library.curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}
CURLcode ccurl_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t length) {
    struct curl_blob blob = {.data = (void *)bytes, .len = length, .flags = CURL_BLOB_COPY};
    return library.curl_easy_setopt(handle, option, &blob);
}
CURLcode ccurl_set_sink(CURL *handle, CURLoption option, ccurl_sink sink) {
    return library.curl_easy_setopt(handle, option, sink);
}

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) {
    return library.curl_slist_append(list, text);
}
void ccurl_slist_free_all(struct curl_slist *list) {
    if (list != NULL) library.curl_slist_free_all(list);
}

CURLM *ccurl_multi_init(void) { return library.curl_multi_init(); }
void ccurl_multi_cleanup(CURLM *multi) { library.curl_multi_cleanup(multi); }
CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *handle) { return library.curl_multi_add_handle(multi, handle); }
CURLMcode ccurl_multi_remove_handle(CURLM *multi, CURL *handle) {
    return library.curl_multi_remove_handle(multi, handle);
}
CURLMcode ccurl_multi_perform(CURLM *multi, int *running) { return library.curl_multi_perform(multi, running); }
CURLMsg *ccurl_multi_info_read(CURLM *multi, int *left) { return library.curl_multi_info_read(multi, left); }
CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds) {
    return library.curl_multi_poll(multi, NULL, 0, milliseconds, NULL);
}
CURLMcode ccurl_multi_wakeup(CURLM *multi) { return library.curl_multi_wakeup(multi); }
