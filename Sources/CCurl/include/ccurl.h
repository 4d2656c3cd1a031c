#ifndef CCURL_H
#define CCURL_H

// The parts of libcurl that send HTTP requests.
//
// The library and the thirty that it needs take 6 ms to load. They are loaded when a request is sent for the first time,
// and not when the program starts, which most programs do without ever asking a host.

#include <curl/curl.h>
#include <stdbool.h>

// Loads the library and starts it. It may be called at any time from any thread, and must have been before the rest.
// False where the library is not there, or is too old.
bool ccurl_load(void);

CURL *_Nullable ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *_Nullable handle);
const char *_Nonnull ccurl_easy_strerror(CURLcode code);

// One name for each kind of value: Swift imports no variadic function.
CURLcode ccurl_set_number(CURL *_Nonnull handle, CURLoption option, long value);
// The library copies the text.
CURLcode ccurl_set_text(CURL *_Nonnull handle, CURLoption option, const char *_Nonnull text);
CURLcode ccurl_set_pointer(CURL *_Nonnull handle, CURLoption option, void *_Nullable pointer);
// The library copies the bytes.
CURLcode ccurl_set_body(CURL *_Nonnull handle, const void *_Nonnull bytes, curl_off_t length);
// The library copies the bytes.
CURLcode ccurl_set_blob(CURL *_Nonnull handle, CURLoption option, const void *_Nonnull bytes, size_t length);
typedef size_t (*ccurl_sink)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);
CURLcode ccurl_set_sink(CURL *_Nonnull handle, CURLoption option, ccurl_sink _Nonnull sink);

// Nil, with the list as it was, where there is no memory.
struct curl_slist *_Nullable ccurl_slist_append(struct curl_slist *_Nullable list, const char *_Nonnull text);
void ccurl_slist_free_all(struct curl_slist *_Nullable list);

CURLM *_Nullable ccurl_multi_init(void);
void ccurl_multi_cleanup(CURLM *_Nonnull multi);
CURLMcode ccurl_multi_add_handle(CURLM *_Nonnull multi, CURL *_Nonnull handle);
CURLMcode ccurl_multi_remove_handle(CURLM *_Nonnull multi, CURL *_Nonnull handle);
CURLMcode ccurl_multi_perform(CURLM *_Nonnull multi, int *_Nonnull running);
CURLMsg *_Nullable ccurl_multi_info_read(CURLM *_Nonnull multi, int *_Nonnull left);
// Waits until something happens, at most so many milliseconds.
CURLMcode ccurl_multi_poll(CURLM *_Nonnull multi, int milliseconds);
// Ends the wait of another thread, or the next one.
CURLMcode ccurl_multi_wakeup(CURLM *_Nonnull multi);

#endif
