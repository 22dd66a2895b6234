// SPDX-License-Identifier: GPL-3.0-or-later
/// The article pipeline: from one raw input to one article with its labels and fingerprint. Pure, and the same for a
/// crawl, an import and a rebuild, so that all three give the same articles.
#pragma once

#include "indexer/crawl/pipeline/url_rules.h"
#include "indexer/enrich/topics.h"
#include "indexer/extract/page_rules.h"
#include "indexer/identity/candidate.h"
#include "indexer/identity/places.h"
#include "indexer/store/input_store.h"
#include "indexer/store/source_store.h"
#include "indexer/store/url_store.h"
#include "shared/schema/catalogue.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace trawl::crawl {

struct ImportedRow;

/// The catalogue and the vocabulary in compiled form. Fixed for a run; shared between threads.
struct Knowledge {
  struct Source {
    UrlRules rules;
    extract::PageRules pages;
    std::string language;      ///< of articles that do not state theirs
    bool fetches_pages = true; ///< else articles are made of the entries of its feed
    std::string key;           ///< names all by which its pages are read

    /// BadInput: a pattern or selector does not compile; the error names source and field.
    static Result<Source> from(const schema::SourceDefinition& definition);
  };
  std::map<std::string, Source, std::less<>> sources;
  identity::Places places; ///< of the sources
  enrich::Topics topics;

  /// BadInput: see Source::from.
  static Result<Knowledge> from(const std::vector<schema::SourceDefinition>& sources, enrich::Topics topics);
};

/// The places that these sources name, in the order of the subscriptions.
identity::Places places_of(const std::vector<schema::SourceDefinition>& sources);

enum class ExtractionKind : std::uint8_t {
  Article,
  Redirect,   ///< a page that only refreshes to `target`
  NotArticle, ///< `code` and `why` give the reason
};

/// What the pipeline makes of one input.
struct Extraction : identity::ExtractedArticle {
  ExtractionKind kind = ExtractionKind::NotArticle;
  bool is_failure = false; ///< not an article because the page could not be parsed
  std::string target;
  std::string code, why;
};

/// `site`: what is known of the site of the input's page; nullptr: nothing. `inlinks`: the links to the input's URL.
/// The first of them by `Places::ranked` gives the article its source; only those that may state anything of the page
/// are signals.
Extraction extract_article(const store::Input& input, const std::vector<store::DiscoveredLink>& inlinks,
                           const Knowledge& knowledge, const extract::SiteKnowledge* site = nullptr);

/// The same of a row that was just read.
Extraction extract_row(const ImportedRow& row, const Knowledge& knowledge);

} // namespace trawl::crawl
