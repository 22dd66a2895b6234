// SPDX-License-Identifier: GPL-3.0-or-later
/// One request over libcurl: its handle, the callbacks that enforce the limits, and its result. Part of curl_fetcher.
#pragma once

#include "indexer/fetch/body_collector.h"
#include "indexer/fetch/curl_fetcher.h"
#include "indexer/fetch/response_head.h"
#include "shared/url/url.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include <curl/curl.h>

namespace trawl::fetch {

/// Parses a URL for a request. AddressRefused: another scheme than http(s), user info, characters that URL parsers
/// treat differently (backslash, spaces, controls), a port or an IP address that is not permitted; TooLarge: too long.
/// With a proxy, IP addresses are not checked.
Result<url::Url> check_url(const std::string& text, const FetcherOptions& options);

/// Neither copied nor moved, because libcurl keeps its address.
class CurlTransfer {
 public:
  /// `options` must outlive this.
  CurlTransfer(FetchRequest request, const url::Url& url, Fetcher::Done done, const FetcherOptions& options);
  CurlTransfer(const CurlTransfer&) = delete;
  CurlTransfer& operator=(const CurlTransfer&) = delete;

  CURL* handle() const { return handle_.get(); }

  /// The result, after libcurl reported the end with `code`. Call once.
  Result<FetchResponse> finish(CURLcode code);

  Fetcher::Done take_done() { return std::move(done_); }

 private:
  struct FreeHandle {
    void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
  };
  struct FreeList {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
  };
  using List = std::unique_ptr<curl_slist, FreeList>;

  void set_limits();
  void set_request(const url::Url& url);
  void set_trust();
  void set_callbacks();
  static void append(List& list, const std::string& text);

  static std::size_t on_header(char* data, std::size_t size, std::size_t count, void* self);
  static std::size_t on_body(char* data, std::size_t size, std::size_t count, void* self);
  static int on_progress(void* self, curl_off_t total, curl_off_t now, curl_off_t, curl_off_t);
  static curl_socket_t on_open_socket(void* self, curlsocktype purpose, curl_sockaddr* address);
  static int on_request(void* self, char* remote_ip, char* local_ip, int remote_port, int local_port);

  bool may_connect(const std::optional<Endpoint>& endpoint);
  bool keep(Result<void> outcome); ///< keeps the first error; true if there was none
  Error error_of(CURLcode code) const;
  bool is_looked_up() const;

  FetchRequest request_;
  Fetcher::Done done_;
  const FetcherOptions& options_;
  std::unique_ptr<CURL, FreeHandle> handle_;
  List headers_;
  List resolve_;
  FetchResponse response_;
  ResponseHead head_;
  BodyCollector body_;
  std::optional<Error> error_;   ///< why we aborted the transfer
  std::optional<Error> lack_;    ///< of files or memory of this machine
  std::optional<Error> refusal_; ///< the last address refused; another address of the host may be permitted
  std::array<char, CURL_ERROR_SIZE> message_{};
};

} // namespace trawl::fetch
