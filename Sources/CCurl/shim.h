#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

// What Swift cannot call: it is variadic. libcurl reads the argument by what the option says.

static inline CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

typedef size_t (*ccurl_transfer)(char *buffer, size_t size, size_t count, void *context);

/// CURLOPT_READFUNCTION, CURLOPT_WRITEFUNCTION or CURLOPT_HEADERFUNCTION.
static inline CURLcode ccurl_set_transfer(CURL *handle, CURLoption option, ccurl_transfer value) {
  return curl_easy_setopt(handle, option, value);
}

typedef int (*ccurl_debug)(CURL *handle, curl_infotype type, char *data, size_t size, void *context);

/// CURLOPT_DEBUGFUNCTION, and CURLOPT_VERBOSE without which it is not called.
static inline CURLcode ccurl_set_debug(CURL *handle, ccurl_debug value) {
  curl_easy_setopt(handle, CURLOPT_VERBOSE, 1L);
  return curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, value);
}

static inline long ccurl_get_long(CURL *handle, CURLINFO info) {
  long value = 0;
  curl_easy_getinfo(handle, info, &value);
  return value;
}

static inline curl_off_t ccurl_get_size(CURL *handle, CURLINFO info) {
  curl_off_t value = 0;
  curl_easy_getinfo(handle, info, &value);
  return value;
}

#endif
