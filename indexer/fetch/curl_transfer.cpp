// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/curl_transfer.h"

#include <algorithm>
#include <cerrno>
#include <new>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "shared/base/descriptor.h"
#include "shared/base/system_error.h"

namespace trawl::fetch {
namespace {

template <typename Value>
void set(CURL* handle, CURLoption option, Value value) {
  // Without the option a limit would be off, so this must not fail silently.
  const CURLcode code = curl_easy_setopt(handle, option, value);
  if (code == CURLE_OUT_OF_MEMORY) throw std::bad_alloc();
  if (code != CURLE_OK) throw std::runtime_error(std::string("libcurl: ") + curl_easy_strerror(code));
}

long milliseconds_of(std::chrono::milliseconds time) { return static_cast<long>(time.count()); }

std::string accept_of(ResourceKind kind) {
  switch (kind) {
  case ResourceKind::Feed:
    return "Accept: application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, "
           "text/xml;q=0.9, */*;q=0.5";
  case ResourceKind::Robots:
    return "Accept: text/plain, */*;q=0.5";
  case ResourceKind::Picture:
    return "Accept: image/webp, image/png, image/jpeg, image/gif";
  case ResourceKind::Page:
    break;
  }
  return "Accept: text/html, application/xhtml+xml, application/xml;q=0.8, */*;q=0.5";
}

/// Whether a validator can be sent back unchanged: it must not end the header line.
bool is_header_value(std::string_view value) {
  return !value.empty() &&
         std::ranges::all_of(value, [](char c) { return static_cast<unsigned char>(c) >= ' ' && c != 0x7F; });
}

/// The Error for a call of ours that failed with `number`, if this machine lacks files or memory: that says nothing
/// about the site.
std::optional<Error> lack_of_our_own(int number, const std::string& url) {
  Error error = system_error(number, "cannot open a connection", url);
  if (number == ENOBUFS) error.code = ErrorCode::Exhausted;
  return error.code == ErrorCode::Exhausted ? std::optional(std::move(error)) : std::nullopt;
}

/// The same for what a library tried without saying why it failed, such as opening the list of hosts.
std::optional<Error> lack_of_files(const std::string& url) {
  const Descriptor probe(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  return probe.is_open() ? std::nullopt : lack_of_our_own(errno, url);
}

/// Whether this may be the configured proxy; always true if the setting contains a host name.
bool is_proxy(const Endpoint& endpoint, const std::string& proxy) {
  const auto url = url::parse(proxy.contains("://") ? proxy : "http://" + proxy);
  if (!url) return false;
  const int port = url->port.value_or(proxy.starts_with("https") ? 443 : 80);
  const auto address = parse_ip(url->host);
  return endpoint.port == port && (!address || *address == endpoint.address);
}

} // namespace

Result<url::Url> check_url(const std::string& text, const FetcherOptions& options) {
  if (text.size() > options.limits.url_bytes) {
    return fail(ErrorCode::TooLarge, "URL of more than " + std::to_string(options.limits.url_bytes) + " bytes");
  }
  const auto is_ambiguous = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7F || c == '\\'; };
  auto url = url::parse(text);
  if (!url || std::ranges::any_of(text, is_ambiguous)) {
    return fail(ErrorCode::AddressRefused, "not an http or https URL", text);
  }
  if (!url->username.empty() || !url->password.empty()) {
    return fail(ErrorCode::AddressRefused, "URL contains a user name or a password", url->origin());
  }
  const std::uint16_t port = url->port.value_or(url->scheme == "https" ? 443 : 80);
  if (!options.addresses.permits_port(port)) {
    return fail(ErrorCode::AddressRefused, "port " + std::to_string(port) + " is not allowed", text);
  }
  const auto literal = parse_ip(url->host);
  if (literal && options.proxy.empty() && !options.addresses.permits({*literal, port})) {
    return fail(ErrorCode::AddressRefused, to_text(*literal) + " is private, reserved or not permitted", text);
  }
  url->fragment.reset();
  return *std::move(url);
}

CurlTransfer::CurlTransfer(FetchRequest request, const url::Url& url, Fetcher::Done done, const FetcherOptions& options)
    : request_(std::move(request)), done_(std::move(done)), options_(options), handle_(curl_easy_init()),
      head_(options.limits, request_.kind), body_(options.limits, request_.kind, response_.body) {
  if (!handle_) throw std::bad_alloc();
  response_.url = request_.url;
  set_request(url);
  set_limits();
  set_trust();
  set_callbacks();
}

void CurlTransfer::append(List& list, const std::string& text) {
  curl_slist* const head = list.release();
  curl_slist* const longer = curl_slist_append(head, text.c_str());
  list.reset(longer ? longer : head);
  if (!longer) throw std::bad_alloc();
}

void CurlTransfer::set_request(const url::Url& url) {
  set(handle(), CURLOPT_PRIVATE, static_cast<void*>(this));
  set(handle(), CURLOPT_URL, url.to_string().c_str());
  set(handle(), CURLOPT_PATH_AS_IS, 1L); // already normalised; request exactly what was checked
  set(handle(), CURLOPT_USERAGENT, options_.user_agent.c_str());
  set(handle(), CURLOPT_ACCEPT_ENCODING, "gzip, br, zstd, deflate");
  append(headers_, accept_of(request_.kind));
  if (is_header_value(request_.etag)) append(headers_, "If-None-Match: " + request_.etag);
  if (is_header_value(request_.last_modified)) append(headers_, "If-Modified-Since: " + request_.last_modified);
  set(handle(), CURLOPT_HTTPHEADER, headers_.get());
  for (const std::string& entry : options_.resolve) append(resolve_, entry);
  if (resolve_) set(handle(), CURLOPT_RESOLVE, resolve_.get());
}

void CurlTransfer::set_limits() {
  const FetchLimits& limits = options_.limits;
  set(handle(), CURLOPT_CONNECTTIMEOUT_MS, milliseconds_of(limits.connect));
  set(handle(), CURLOPT_TIMEOUT_MS, milliseconds_of(limits.of(request_.kind).total));
  set(handle(), CURLOPT_LOW_SPEED_LIMIT, static_cast<long>(limits.low_speed_bytes));
  set(handle(), CURLOPT_LOW_SPEED_TIME, static_cast<long>(limits.low_speed_time.count()));
  set(handle(), CURLOPT_FOLLOWLOCATION, 0L);
  set(handle(), CURLOPT_NOSIGNAL, 1L);
}

void CurlTransfer::set_trust() {
  set(handle(), CURLOPT_PROTOCOLS_STR, "http,https");
  set(handle(), CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  set(handle(), CURLOPT_PROXY, options_.proxy.c_str()); // "" overrides the environment
  set(handle(), CURLOPT_NOPROXY, "");
  set(handle(), CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  set(handle(), CURLOPT_SSL_VERIFYPEER, 1L);
  set(handle(), CURLOPT_SSL_VERIFYHOST, 2L);
  set(handle(), CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  if (!options_.ca_file.empty()) set(handle(), CURLOPT_CAINFO, options_.ca_file.c_str());
}

void CurlTransfer::set_callbacks() {
  void* const self = this;
  set(handle(), CURLOPT_ERRORBUFFER, message_.data());
  set(handle(), CURLOPT_HEADERFUNCTION, &CurlTransfer::on_header);
  set(handle(), CURLOPT_HEADERDATA, self);
  set(handle(), CURLOPT_WRITEFUNCTION, &CurlTransfer::on_body);
  set(handle(), CURLOPT_WRITEDATA, self);
  set(handle(), CURLOPT_XFERINFOFUNCTION, &CurlTransfer::on_progress);
  set(handle(), CURLOPT_XFERINFODATA, self);
  set(handle(), CURLOPT_NOPROGRESS, 0L);
  // The first checks each new connection, the second each request, which may reuse an open connection.
  set(handle(), CURLOPT_OPENSOCKETFUNCTION, &CurlTransfer::on_open_socket);
  set(handle(), CURLOPT_OPENSOCKETDATA, self);
  set(handle(), CURLOPT_PREREQFUNCTION, &CurlTransfer::on_request);
  set(handle(), CURLOPT_PREREQDATA, self);
}

bool CurlTransfer::keep(Result<void> outcome) {
  if (!outcome && !error_) error_ = std::move(outcome.error());
  return outcome.has_value();
}

std::size_t CurlTransfer::on_header(char* data, std::size_t size, std::size_t count, void* self) {
  auto* transfer = static_cast<CurlTransfer*>(self);
  return transfer->keep(transfer->head_.add_line({data, size * count})) ? size * count : 0;
}

std::size_t CurlTransfer::on_body(char* data, std::size_t size, std::size_t count, void* self) {
  auto* transfer = static_cast<CurlTransfer*>(self);
  curl_off_t wire = 0;
  curl_easy_getinfo(transfer->handle(), CURLINFO_SIZE_DOWNLOAD_T, &wire);
  const auto taken = transfer->body_.add({data, size * count}, static_cast<std::size_t>(wire));
  if (!taken) return transfer->keep(std::unexpected(taken.error())) ? 1 : 0;
  return *taken ? size * count : 0;
}

int CurlTransfer::on_progress(void* self, curl_off_t, curl_off_t now, curl_off_t, curl_off_t) {
  auto* transfer = static_cast<CurlTransfer*>(self);
  return transfer->keep(transfer->body_.check_wire(static_cast<std::size_t>(now))) ? 0 : 1;
}

bool CurlTransfer::may_connect(const std::optional<Endpoint>& endpoint) {
  if (endpoint) {
    const bool permitted =
        options_.proxy.empty() ? options_.addresses.permits(*endpoint) : is_proxy(*endpoint, options_.proxy);
    if (permitted) return true;
  }
  const std::string address = endpoint ? to_text(endpoint->address) : "an address of an unknown kind";
  refusal_ = Error{ErrorCode::AddressRefused, address + " is private, reserved or not permitted", request_.url, {}};
  return false;
}

curl_socket_t CurlTransfer::on_open_socket(void* self, curlsocktype, curl_sockaddr* address) {
  auto* transfer = static_cast<CurlTransfer*>(self);
  if (!transfer->may_connect(endpoint_of(address->addr))) return CURL_SOCKET_BAD;
  const int file = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  if (file < 0 && !transfer->lack_) transfer->lack_ = lack_of_our_own(errno, transfer->request_.url);
  return file;
}

int CurlTransfer::on_request(void* self, char* remote_ip, char*, int remote_port, int) {
  std::optional<Endpoint> endpoint;
  if (const auto address = parse_ip(remote_ip)) endpoint = {*address, static_cast<std::uint16_t>(remote_port)};
  return static_cast<CurlTransfer*>(self)->may_connect(endpoint) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

Result<FetchResponse> CurlTransfer::finish(CURLcode code) {
  if (code != CURLE_OK && !(code == CURLE_WRITE_ERROR && body_.is_cut())) return std::unexpected(error_of(code));
  head_.copy_to(response_);
  curl_off_t number = 0;
  curl_easy_getinfo(handle(), CURLINFO_SIZE_DOWNLOAD_T, &number);
  response_.wire_bytes = static_cast<std::size_t>(number);
  curl_easy_getinfo(handle(), CURLINFO_TOTAL_TIME_T, &number);
  response_.took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::microseconds(number));
  response_.fetched_at = options_.clock();
  return std::move(response_);
}

/// Whether the host's address is known, by a lookup or since the connection was there already.
bool CurlTransfer::is_looked_up() const {
  curl_off_t lookup = 0;
  const char* address = nullptr;
  curl_easy_getinfo(handle(), CURLINFO_NAMELOOKUP_TIME_T, &lookup);
  curl_easy_getinfo(handle(), CURLINFO_PRIMARY_IP, &address);
  return lookup > 0 || (address != nullptr && *address != '\0');
}

Error CurlTransfer::error_of(CURLcode code) const {
  const auto make = [this](ErrorCode kind, const std::string& what) { return Error{kind, what, request_.url, {}}; };
  if (error_) return make(error_->code, error_->what);
  if (lack_) return *lack_;
  if (auto lack = lack_of_files(request_.url)) return *lack;
  long number = 0;
  curl_easy_getinfo(handle(), CURLINFO_OS_ERRNO, &number);
  const auto refused_call =
      code == CURLE_COULDNT_CONNECT ? lack_of_our_own(static_cast<int>(number), request_.url) : std::nullopt;
  if (refused_call) return *refused_call;
  if (refusal_ && (code == CURLE_COULDNT_CONNECT || code == CURLE_ABORTED_BY_CALLBACK)) return *refusal_;
  const std::string detail = message_[0] != '\0' ? message_.data() : curl_easy_strerror(code);
  const auto parsed = url::parse(request_.url);
  switch (code) {
  case CURLE_OPERATION_TIMEDOUT:
    if (is_looked_up()) return make(ErrorCode::Timeout, "no answer in time: " + detail);
    [[fallthrough]];
  case CURLE_COULDNT_RESOLVE_HOST:
    return make(ErrorCode::Unresolved, "cannot resolve " + (parsed ? parsed->host : request_.url));
  case CURLE_COULDNT_RESOLVE_PROXY:
    return make(ErrorCode::Unresolved, "cannot resolve the proxy's name: " + detail);
  case CURLE_COULDNT_CONNECT:
    return make(ErrorCode::Network, "connection failed: " + detail);
  case CURLE_PARTIAL_FILE:
    return make(ErrorCode::Malformed, "body ends early: " + detail);
  case CURLE_BAD_CONTENT_ENCODING:
    return make(ErrorCode::Malformed, "body cannot be decoded: " + detail);
  case CURLE_UNSUPPORTED_PROTOCOL:
  case CURLE_WEIRD_SERVER_REPLY:
    return make(ErrorCode::Malformed, "not an HTTP response: " + detail);
#if LIBCURL_VERSION_NUM >= 0x080600
  case CURLE_TOO_LARGE:
#endif
  case CURLE_OUT_OF_MEMORY: // older libcurls report this for a header line of more than 100 kB
    return make(ErrorCode::TooLarge, "header line too long");
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CONNECT_ERROR:
    return make(ErrorCode::Network, "TLS failed: " + detail);
  case CURLE_GOT_NOTHING:
    return make(ErrorCode::Network, "connection closed without an answer");
  default:
    return make(ErrorCode::Network, "connection broke: " + detail);
  }
}

} // namespace trawl::fetch
