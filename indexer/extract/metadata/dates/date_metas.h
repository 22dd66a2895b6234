// SPDX-License-Identifier: GPL-3.0-or-later
/// The meta elements that give dates, with their weights in the vote. A weight reflects how often the element is right
/// on real news and blog pages.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace trawl::extract {

struct DateMeta {
  std::string_view name;
  double weight;
};

inline constexpr std::array kPublishedMetas = std::to_array<DateMeta>({
    {"article:published_time", 3.0},
    {"article:published", 2.5},
    {"og:published_time", 2.5},
    {"og:article:published_time", 2.5},
    {"datepublished", 2.2},
    {"sailthru.date", 2.0},
    {"parsely-pub-date", 2.2},
    {"citation_publication_date", 2.0},
    {"citation_date", 1.8},
    {"citation_online_date", 1.8},
    {"pubdate", 2.0},
    {"publishdate", 2.0},
    {"publish_date", 2.0},
    {"publish-date", 2.0},
    {"publication_date", 2.0},
    {"publication-date", 2.0},
    {"published", 1.8},
    {"published-date", 2.0},
    {"publisheddate", 2.0},
    {"article.published", 2.2},
    {"date", 1.8},
    {"dc.date", 1.8},
    {"dc.date.issued", 2.2},
    {"dc.issued", 2.0},
    {"dc.date.created", 1.8},
    {"dcterms.date", 1.8},
    {"dcterms.issued", 2.2},
    {"dcterms.created", 1.8},
    {"dcterms.available", 1.8},
    {"datecreated", 1.6},
    {"date.created", 1.6},
    {"created", 1.4},
    {"originalpublicationdate", 2.2},
    {"cxenseparse:recs:publishtime", 2.2},
    {"cxenseparse:publishtime", 2.2},
    {"bt:pubdate", 2.0},
    {"cdate", 1.4},
    {"article_date_original", 2.2},
    {"rnews:datepublished", 2.2},
    {"ptime", 1.6},
    {"gentime", 1.4},
    {"article:post_time", 2.0},
    {"shareaholic:article_published_time", 2.2},
    {"video:release_date", 1.4},
    {"og:pubdate", 2.0},
    {"og:regdate", 1.6},
    {"release_date", 1.6},
    {"dateposted", 1.8},
    {"displaydate", 1.8},
    {"timestamp", 1.2},
    {"field-name-post-date", 1.6},
    {"doc_date", 1.6},
    {"created_date", 1.6},
    {"created-date", 1.6},
    {"pub_date", 2.0},
    {"w-published-date", 2.0},
    {"ms.date", 1.5},
    {"published_date", 2.0},
    {"published_at", 2.0},
    {"dc.date.publication", 2.0},
    {"prism.publicationdate", 2.0},
    {"eprints.date", 1.6},
});

inline constexpr std::array kUpdatedMetas = std::to_array<DateMeta>({
    {"article:modified_time", 3.0},
    {"og:updated_time", 2.2},
    {"article:modified", 2.2},
    {"datemodified", 2.2},
    {"article:updated_time", 2.2},
    {"dc.date.modified", 2.0},
    {"dcterms.modified", 2.0},
    {"last-modified", 1.5},
    {"lastmod", 1.5},
    {"modified", 1.5},
    {"article.updated", 2.0},
    {"article_date_updated", 2.0},
    {"og:article:modified_time", 2.2},
    {"revision_date", 1.5},
    {"lastmodified", 1.5},
    {"lastmodifieddate", 1.5},
    {"modificationdate", 1.5},
    {"update_time", 1.5},
    {"utime", 1.2},
    {"date.modified", 1.8},
    {"shareaholic:article_modified_time", 2.0},
});

/// The kind of date in a meta element that is not in the tables, by the words in its name.
enum class OtherDateMeta : std::uint8_t { None, Published, Updated };
OtherDateMeta other_date_meta(std::string_view name);

} // namespace trawl::extract
