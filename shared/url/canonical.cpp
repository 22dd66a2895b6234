// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/url/canonical.h"

#include "shared/base/ascii.h"
#include "shared/url/percent_encoding.h"
#include "shared/url/url.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::url {
namespace {

constexpr std::size_t kMaxUrlBytes = 2'048;

/// `query` without tracking parameters and without empty parameters, which form decoders skip. Keeps the order.
std::string without_tracking(std::string_view query) {
  std::string kept;
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view parameter = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    const std::size_t equals = std::min(parameter.find('='), parameter.size());
    const std::string_view value = parameter.substr(std::min(equals + 1, parameter.size()));
    if (parameter.empty() || is_tracking_parameter(parameter.substr(0, equals), value)) continue;
    if (!kept.empty()) kept += '&';
    kept += parameter;
  }
  return kept;
}

std::optional<Url> canonical_url(std::string_view text) {
  if (text.size() > 2 * kMaxUrlBytes) return std::nullopt; // dropped parts may make it this much longer
  auto url = parse(text);
  if (!url) return std::nullopt;
  url->username.clear();
  url->password.clear();
  url->fragment.reset();
  // One final dot names the DNS root. Several final dots are invalid; removing them could turn the host into an IP
  // address.
  if (url->host.ends_with('.') && !url->host.ends_with("..") && url->host.size() > 1) url->host.pop_back();
  url->path = normalise_percent_encoding(url->path);
  if (url->query) {
    const std::string query = normalise_percent_encoding(without_tracking(*url->query));
    query.empty() ? url->query.reset() : void(url->query = query);
  }
  if (url->to_string().size() > kMaxUrlBytes) return std::nullopt;
  return url;
}

/// The path without a final slash and without an index file (index.html and the like).
std::string_view folded_path(std::string_view path) {
  constexpr std::array<std::string_view, 4> kIndexFiles{"/index.html", "/index.htm", "/index.php", "/default.aspx"};
  for (const std::string_view file : kIndexFiles) {
    if (path.ends_with(file)) path.remove_suffix(file.size());
  }
  while (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

using namespace std::string_view_literals;

// Sources: documentation of the services named; compared with the lists of ClearURLs, Firefox's query stripping and
// Brave. A name is listed only if no site is known to use it to select content.

/// Families: every name with this prefix.
constexpr std::array kPrefixes{
    // clang-format off
    "utm_"sv, "ga_"sv,                                          // Google Analytics
    "mtm_"sv, "matomo_"sv, "piwik_"sv, "pk_"sv,                 // Matomo under all its names
    "itm_"sv, "otm_"sv,                                         // campaigns inside and outside a site
    "hsa_"sv, "__hs"sv, "_hs"sv,                                // HubSpot
    "fb_action_"sv, "fb_comment_"sv,                            // Facebook
    "mc_"sv, "ml_subscriber"sv, "oly_"sv, "trk_"sv, "vero_"sv,  // mailers
    "at_campaign"sv, "at_custom"sv, "at_medium"sv, "at_send_"sv,  // AT Internet
    "hmb_"sv, "guce_"sv, "_branch_"sv, "vn_"sv, "wt."sv,        // Humble Bundle, Yahoo, Branch, ClearURLs' list, Webtrends
    // clang-format on
};

/// Single names, sorted.
constexpr std::array kNames{
    // clang-format off
    "__readwiselocation"sv, "__s"sv, "__twitter_impression"sv, "_bhlid"sv, "_bta_c"sv, "_bta_tid"sv, "_cldee"sv,
    "_ga"sv, "_gac"sv, "_gl"sv, "_ke"sv, "_kx"sv, "_openstat"sv, "action_object_map"sv, "action_ref_map"sv,
    "action_type_map"sv, "adgroupid"sv, "ascsubtag"sv, "bsft_aaid"sv, "bsft_clkid"sv, "bsft_eid"sv, "bsft_mid"sv,
    "bsft_uid"sv, "campaign_content"sv, "campaign_id"sv, "campaign_medium"sv, "campaign_name"sv, "campaign_source"sv,
    "campaign_term"sv, "campaignid"sv, "ceneo_spo"sv, "ck_subscriber_id"sv, "cmpid"sv, "cx_click"sv,
    "cx_recsorder"sv, "dclid"sv, "dgcid"sv, "dicbo"sv, "echobox"sv, "ef_id"sv, "elqaid"sv, "elqat"sv, "elqtrack"sv,
    "elqtrackid"sv, "epik"sv, "et_rid"sv, "fb_ref"sv, "fb_source"sv, "fbadid"sv, "fbclid"sv, "fref"sv,
    "gad_campaignid"sv, "gad_source"sv, "gbraid"sv, "gclid"sv, "gclsrc"sv, "gdffi"sv, "gdfms"sv, "gdftrk"sv,
    "gs_l"sv, "gs_lcp"sv, "guccounter"sv, "hsctatracking"sv, "ic_id"sv, "icid"sv, "igsh"sv, "igshid"sv,
    "inf_contact_key"sv, "irclickid"sv, "irgwc"sv, "li_fat_id"sv, "mkcid"sv, "mkevt"sv, "mkrid"sv, "mkt_tok"sv,
    "mkwid"sv, "msclkid"sv, "msockid"sv, "mtm"sv, "ncid"sv, "nr_email_referer"sv, "nx_source"sv, "ob_click_id"sv,
    "os_ehash"sv, "pcrid"sv, "rb_clickid"sv, "rdt_cid"sv, "redirect_log_mongo_id"sv, "redirect_mongo_id"sv,
    "ref_src"sv, "ref_url"sv, "s_cid"sv, "s_kwcid"sv, "sb_referer_host"sv, "sc_campaign"sv, "sc_channel"sv,
    "sc_cid"sv, "sc_click"sv, "sc_content"sv, "sc_country"sv, "sc_funnel"sv, "sc_geo"sv, "sc_medium"sv,
    "sc_outcome"sv, "sc_publisher"sv, "sfmc_activityid"sv, "sfmc_id"sv, "sfns"sv, "sms_click"sv, "sms_source"sv,
    "sms_uph"sv, "spm"sv, "sr_share"sv, "srsltid"sv, "syclid"sv, "tblci"sv, "tduid"sv, "tracking_source"sv, "trk"sv,
    "trkcampaign"sv, "trkinfo"sv, "ttclid"sv, "twclid"sv, "twsrc"sv, "usqp"sv, "vgo_ee"sv, "vmcid"sv, "wbraid"sv,
    "wickedid"sv, "wickedsource"sv, "wprov"sv, "wt_mc"sv, "wt_zmc"sv, "wtmc"sv, "wtrid"sv, "wtzmc"sv, "xtor"sv,
    "yclid"sv, "ymclid"sv, "ysclid"sv, "zanpid"sv,
    // clang-format on
};

static_assert(std::ranges::is_sorted(kNames));

} // namespace

std::string canonical(std::string_view url) {
  const auto parsed = canonical_url(url);
  return parsed ? parsed->to_string() : std::string();
}

std::string identity_key(std::string_view url) {
  const auto parsed = canonical_url(url);
  if (!parsed) return {};
  std::string_view host = parsed->host;
  if (host.starts_with("www.") && host.find('.', 4) != std::string_view::npos) host.remove_prefix(4);
  std::string key(host);
  if (parsed->port) key += ':' + std::to_string(*parsed->port);
  key += folded_path(parsed->path);
  if (parsed->query) key += '?' + *parsed->query;
  return key;
}

bool is_tracking_parameter(std::string_view name, std::string_view value) {
  const std::string key = ascii::to_lower(percent_decode(name));
  std::string_view bare = key;
  while (bare.starts_with("amp;") || bare.starts_with('?')) bare.remove_prefix(bare.front() == '?' ? 1 : 4);
  if (bare == "utm" || std::ranges::binary_search(kNames, bare)) return true;
  // Medium adds this to the links of its feeds.
  if (bare == "source" && value.starts_with("rss-")) return true;
  return std::ranges::any_of(kPrefixes, [bare](std::string_view prefix) { return bare.starts_with(prefix); });
}

} // namespace trawl::url
