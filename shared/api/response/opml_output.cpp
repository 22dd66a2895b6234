// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/opml_output.h"

#include "shared/api/request/parameters.h"
#include "shared/base/html_escape.h"

#include <map>

namespace trawl::api {
namespace {

std::string outline(const FiledSource& filed, const std::string& base_url) {
  const search::SourceStatus& source = filed.source;
  const std::string name = html_escape(source.label.empty() ? source.id : source.label);
  const std::string feed = base_url + "/v1/search.atom?source=" + percent_encode(source.id);
  std::string out =
      "<outline type=\"rss\" text=\"" + name + "\" title=\"" + name + "\" xmlUrl=\"" + html_escape(feed) + "\"";
  if (!source.homepage.empty()) out += " htmlUrl=\"" + html_escape(source.homepage) + "\"";
  if (!filed.folder.empty()) out += " category=\"" + html_escape(filed.folder) + "\"";
  return out + "/>\n";
}

} // namespace

std::string opml(const std::vector<FiledSource>& sources, const std::string& base_url,
                 const std::vector<search::Warning>& warnings) {
  std::string title = "Trawl: sources";
  for (const search::Warning& warning : warnings) title += ". " + warning.message;
  std::map<std::string, std::string> folders;
  for (const FiledSource& filed : sources) folders[filed.folder] += "    " + outline(filed, base_url);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n<head><title>" +
                    html_escape(title) + "</title></head>\n<body>\n";
  for (const auto& [folder, outlines] : folders) {
    const std::string name = html_escape(folder);
    out += folder.empty() ? outlines
                          : "  <outline text=\"" + name + "\" title=\"" + name + "\">\n" + outlines + "  </outline>\n";
  }
  return out + "</body>\n</opml>\n";
}

} // namespace trawl::api
