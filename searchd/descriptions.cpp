// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/descriptions.h"

#include "searchd/page/embedded_files.h"
#include "searchd/tagged_answer.h"
#include "shared/api/service.h"
#include "shared/base/html_escape.h"
#include "shared/base/sha256.h"

namespace trawl::searchd {
namespace {

constexpr std::string_view kPlain = "text/plain; charset=utf-8";

/// One <Url> element.
void append_url(std::string& out, std::string_view type, std::string_view rel, const std::string& address) {
  out.append("  <Url type=\"").append(type).append("\"");
  if (address.contains("{startIndex")) out.append(" indexOffset=\"0\"");
  if (!rel.empty()) out.append(" rel=\"").append(rel).append("\"");
  out.append(" template=\"").append(html_escape(address)).append("\"/>\n");
}

} // namespace

RouteAnswer openapi(const RouteContext&, const HttpRequest& request) {
  return static_answer(request, api::kJson, embedded_file("openapi.json"));
}

RouteAnswer opensearch(const RouteContext& context, const HttpRequest& request) {
  const std::string& base = context.base_url;
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    "<OpenSearchDescription xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">\n"
                    "  <ShortName>Trawl</ShortName>\n"
                    "  <Description>Search articles about AI</Description>\n"
                    "  <InputEncoding>UTF-8</InputEncoding>\n";
  out += "  <Image type=\"image/svg+xml\">" + html_escape(base) + "/icon.svg</Image>\n";
  const std::string window = "{searchTerms}&limit={count?}&offset={startIndex?}";
  append_url(out, "text/html", "", base + "/?q=" + window);
  append_url(out, "application/rss+xml", "", base + "/v1/search.rss?q=" + window);
  append_url(out, "application/atom+xml", "", base + "/v1/search.atom?q=" + window);
  append_url(out, "application/json", "", base + "/v1/search?q=" + window);
  append_url(out, "application/x-suggestions+json", "suggestions",
             base + "/v1/suggest?format=opensearch&q={searchTerms}");
  out += "</OpenSearchDescription>\n";
  return static_answer(request, "application/opensearchdescription+xml", {out, sha256_hex(out, 8)});
}

RouteAnswer llms_txt(const RouteContext&, const HttpRequest& request) {
  return static_answer(request, kPlain, embedded_file("llms.txt"));
}

RouteAnswer robots_txt(const RouteContext&, const HttpRequest& request) {
  return static_answer(request, kPlain, {"User-agent: *\nDisallow: /v1/\n", "robots-1"});
}

} // namespace trawl::searchd
