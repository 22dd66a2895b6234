# SPDX-License-Identifier: GPL-3.0-or-later
"""The protections, each taken away: (what is lost, test program, its cases, file, [(text, replacement)])."""

from identity_mutations import IDENTITY_MUTATIONS

FETCH, SEARCHD, BASE = "test_indexer_fetch", "test_searchd", "test_shared_base"
POLICY, TRANSFER = "indexer/fetch/address_policy.cpp", "indexer/fetch/curl_transfer.cpp"
HEAD, ROUTER, FRONT = "searchd/http/request_head.cpp", "searchd/router.cpp", "searchd/http/http_front.cpp"
SERVER, CONNECTION, LIMITS = "searchd/http/http_server.cpp", "searchd/http/connection.cpp", "searchd/http/http_limits.h"
BODY, PAGE = "indexer/fetch/body_collector.cpp", "searchd/page/page_handler.cpp"

MUTATIONS = [
    # The daemon's reading of requests.
    ("Content-Length beside chunks is refused", SEARCHD, "", HEAD, [("if (!lengths.empty() && !codings.empty())", "if (false)")]),
    ("two lengths are refused", SEARCHD, "", HEAD, [("if (lengths.size() > 1)", "if (lengths.size() > 9)")]),
    ("another coding than chunked is refused", SEARCHD, "", HEAD, [("(http_1_0 || !equal_names(codings.front(), \"chunked\"))", "http_1_0")]),
    ("a body on GET is refused", SEARCHD, "", HEAD, [("if (head.has_body() && head.method != \"POST\")", "if (false)")]),
    ("a bare LF is refused", SEARCHD, "", HEAD, [("if (i == 0 || bytes[i - 1] != '\\r')", "if (i == 0)")]),
    ("a folded header is refused", SEARCHD, "", HEAD, [("if (line.front() == ' ' || line.front() == '\\t')", "if (false)")]),
    ("two Hosts are refused", SEARCHD, "", HEAD, [("if (hosts > 1 || (", "if ((")]),
    ("an encoded body is refused", SEARCHD, "", HEAD, [("if (result.has_body() && !values_of(*headers, \"Content-Encoding\").empty())", "if (false)")]),
    ("a control character in a header is refused", SEARCHD, "", HEAD, [("if (std::ranges::any_of(value, is_control))", "if (false)")]),
    ("headers are counted", SEARCHD, "", HEAD, [("if (headers.size() == limits.header_count)", "if (false)")]),
    ("a long header is refused", SEARCHD, "", HEAD, [("if (line.size() > limits.header_bytes)", "if (false)")]),
    ("a large head is refused", SEARCHD, "", HEAD, [("if (bytes.size() > limits.head_bytes)", "if (false)")]),
    ("a large body is refused", SEARCHD, "", HEAD, [("result.ec != std::errc{} || length > limits.body_bytes", "result.ec != std::errc{}")]),
    ("chunk framing is limited", SEARCHD, "", "searchd/http/chunked_body.cpp", [("++framing_bytes_ > max_bytes_ + kFramingSlack || ", "")]),
    ("Range is erased", SEARCHD, "", SERVER, [("\"Range\", ", ""), ("  request.ranges.clear();\n", "")]),
    ("Accept-Encoding is erased", SEARCHD, "", SERVER, [("\"Accept-Encoding\", \"Expect\"", "\"Expect\"")]),
    # Its answers.
    ("Referrer-Policy is sent", SEARCHD, "", PAGE, [("  response.set_header(\"Referrer-Policy\", \"no-referrer\");\n", "")]),
    ("Content-Security-Policy is sent", SEARCHD, "", PAGE, [("  response.set_header(\"Content-Security-Policy\", std::string(kPolicy));\n", "")]),
    ("the policy forbids frames", SEARCHD, "", PAGE, [("frame-ancestors 'none'; ", "")]),
    ("nosniff is sent", SEARCHD, "", ROUTER, [("  response.set_header(\"X-Content-Type-Options\", \"nosniff\");\n", "")]),
    ("a foreign Host is refused", SEARCHD, "", ROUTER, [("if (!settings_.hosts.allows(request.header(\"Host\")))", "if (false)")]),
    ("the port of Host counts", SEARCHD, "", "searchd/http/host_check.cpp", [("rest.starts_with(':') && rest.substr(1) == port_", "rest.starts_with(':')")]),
    ("a cross-site POST is refused", SEARCHD, "", ROUTER, [("if (request.header(\"Sec-Fetch-Site\") == \"cross-site\")", "if (false)")]),
    ("only the configured origin is allowed", SEARCHD, "", ROUTER, [("  if (!cors_origin.empty() && request.header(\"Origin\") == cors_origin) {\n    response.set_header(\"Access-Control-Allow-Origin\"", "  if (!cors_origin.empty()) {\n    response.set_header(\"Access-Control-Allow-Origin\"")]),
    ("a large answer is refused", SEARCHD, "", ROUTER, [("if (answer->body.size() > settings_.answer_bytes)", "if (false)")]),
    # Its connections.
    ("connections are limited", SEARCHD, "", FRONT, [("is_full = clients.size() >= limits.connections && !make_room(now);", "is_full = false; (void)now;")]),
    ("connections of a client are limited", SEARCHD, "", FRONT, [("if (is_client_over(name))", "if (false && is_client_over(name))")]),
    ("a request must come in time", SEARCHD, "", CONNECTION, [("waited >= limits_.request_time", "false")]),
    ("an answer must be read in time", SEARCHD, "", CONNECTION, [("now - *answer_since_ >= limits_.answer_time", "false")]),
    ("an idle connection ends", SEARCHD, "", CONNECTION, [("waited >= idle_time", "false && waited >= idle_time")]),
    ("a connection has a last request", SEARCHD, "", CONNECTION, [("++requests_ >= limits_.requests_per_connection", "++requests_ == 0")]),
    ("the default of a limit: body", SEARCHD, "", LIMITS, [("body_bytes = 64 * 1024", "body_bytes = 640 * 1024")]),
    ("the default of a limit: head", SEARCHD, "", LIMITS, [("head_bytes = 32 * 1024", "head_bytes = 320 * 1024")]),
    ("the default of a limit: connections", SEARCHD, "", LIMITS, [("connections = 512", "connections = 5120")]),
    ("the default of a limit: connections of a client", SEARCHD, "", LIMITS, [("connections_per_client = 64", "connections_per_client = 640")]),
    ("the default of a limit: time of a request", SEARCHD, "", LIMITS, [("request_time{5'000}", "request_time{50'000}")]),
    # The crawler's guard of addresses, and its limits.
    ("private addresses are refused", FETCH, "", POLICY, [("    v4(10, 0, 0, 0, 8),       // private\n", "")]),
    ("metadata addresses are refused", FETCH, "", POLICY, [("    v4(169, 254, 0, 0, 16),   // link-local, and the usual metadata service\n", "")]),
    ("only global IPv6 is public", FETCH, "", POLICY, [("address.scope == 0 && contains(kGlobalV6, address) &&", "address.scope == 0 &&")]),
    ("6to4 is refused", FETCH, "", POLICY, [("    v6(0x2002, 0, 0, 16),           // 6to4\n", "")]),
    ("an address with a scope is refused", FETCH, "", POLICY, [("address.scope == 0 && ", "")]),
    ("odd ports are refused", FETCH, "", POLICY, [("  return std::ranges::find(ports_, endpoint.port) != ports_.end() && is_public(endpoint.address);", "  return is_public(endpoint.address);")]),
    ("the socket's address is checked", FETCH, "", TRANSFER, [("  set(handle(), CURLOPT_OPENSOCKETFUNCTION, &CurlTransfer::on_open_socket);\n", ""), ("  set(handle(), CURLOPT_PREREQFUNCTION, &CurlTransfer::on_request);\n", "")]),
    ("the proxy of the environment is ignored", FETCH, "", TRANSFER, [("  set(handle(), CURLOPT_PROXY, options_.proxy.c_str()); // \"\" overrides the environment\n", "")]),
    ("libcurl follows no redirect", FETCH, "", TRANSFER, [("CURLOPT_FOLLOWLOCATION, 0L", "CURLOPT_FOLLOWLOCATION, 1L")]),
    ("decoded bytes are limited", FETCH, "", BODY, [("if (decoded > kind_limits_.decoded_bytes)", "if (false)")]),
    ("bytes on the wire are limited", FETCH, "", BODY, [("if (wire_bytes > kind_limits_.wire_bytes)", "if (false)")]),
    ("the ratio of compression is limited", FETCH, "", BODY, [("if (decoded > limits_.ratio_from_bytes && decoded / limits_.max_ratio > wire_bytes)", "if (false)")]),
    ("binaries are refused", FETCH, "", BODY, [("if (begins_here && kind_limits_.refuse_binary_type && looks_binary(body_))", "if (false)")]),
    ("redirects are counted", FETCH, "", "indexer/fetch/redirect.cpp", [("if (urls_.size() > rules_.max_hops)", "if (false)")]),
    ("no redirect leaves TLS", FETCH, "", "indexer/fetch/redirect.cpp", [("&& !rules_.allow_downgrade", "&& false")]),
    ("a circle of redirects ends", FETCH, "", "indexer/fetch/redirect.cpp", [("if (std::ranges::find(urls_, target) != urls_.end())", "if (false)")]),
    ("header bytes are limited", FETCH, "", "indexer/fetch/response_head.cpp", [("if (bytes_ > limits_.header_bytes)", "if (false)")]),
    ("header lines are limited", FETCH, "", "indexer/fetch/response_head.cpp", [("if (lines_ > limits_.header_lines + 1)", "if (false)")]),
    ("the default of a limit: page on the wire", FETCH, "", "indexer/fetch/fetch_limits.h", [("page{5'000'000, 10'000'000}", "page{50'000'000, 10'000'000}")]),
    ("the default of a limit: page decoded", FETCH, "", "indexer/fetch/fetch_limits.h", [("page{5'000'000, 10'000'000}", "page{5'000'000, 100'000'000}")]),
    ("the default of a limit: time", FETCH, "", "indexer/fetch/fetch_limits.h", [("milliseconds total{30'000}", "milliseconds total{300'000}")]),
    # Text on its way out.
    ("C1 is kept from terminals", BASE, "", "shared/base/terminal_text.cpp", [("Range{0x7F, 0x9F}", "Range{0x7F, 0x7F}")]),
    ("overrides of direction are kept from terminals", BASE, "", "shared/base/terminal_text.cpp", [("Range{0x2028, 0x202E}", "Range{0x2028, 0x2029}")]),
    ("std::cerr is filtered", BASE, "", "shared/base/terminal_text.cpp", [("        append_safe(safe, c);\n", "        utf8::append(safe, c);\n")]),
    ("quotes are escaped in attributes", BASE, "", "shared/base/html_escape.cpp", [("  table['\"'] = \"&quot;\";\n", "")]),
    ("noncharacters are kept from feeds", BASE, "", "shared/base/html_escape.cpp", [("return utf8::is_noncharacter(utf8::next(here, end)) ? end : 0;", "return utf8::next(here, end) == 0 ? end : 0;")]),
    ("a link is not taken for a lock", BASE, "", "shared/base/data_directory.cpp", [(" | O_NOFOLLOW", "")]),
    ("free space is checked", BASE, "", "shared/base/free_space.cpp", [("if (free >= least)", "if (free >= least || free > 0)")]),
    *IDENTITY_MUTATIONS,
]
