#include <curl/curl.h>

// Swift imports no variadic function: one name for each kind of value.
static inline CURLcode till_curl_set_number(CURL *_Nonnull handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
// The library copies the text.
static inline CURLcode till_curl_set_text(CURL *_Nonnull handle, CURLoption option, const char *_Nonnull text) {
    return curl_easy_setopt(handle, option, text);
}
static inline CURLcode till_curl_set_pointer(CURL *_Nonnull handle, CURLoption option, void *_Nullable pointer) {
    return curl_easy_setopt(handle, option, pointer);
}
// For CURLOPT_COPYPOSTFIELDS, after the length was set.
static inline CURLcode till_curl_set_body(CURL *_Nonnull handle, const void *_Nonnull bytes, curl_off_t length) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, length);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}
static inline CURLcode till_curl_set_blob(
    CURL *_Nonnull handle, CURLoption option, const void *_Nonnull bytes, size_t length) {
    struct curl_blob blob = {.data = (void *)bytes, .len = length, .flags = CURL_BLOB_COPY};
    return curl_easy_setopt(handle, option, &blob);
}
typedef size_t (*till_curl_sink)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);
static inline CURLcode till_curl_set_sink(CURL *_Nonnull handle, CURLoption option, till_curl_sink _Nonnull sink) {
    return curl_easy_setopt(handle, option, sink);
}
static inline CURLcode till_curl_get_number(CURL *_Nonnull handle, CURLINFO info, long *_Nonnull value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode till_curl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
