// SPDX-License-Identifier: GPL-3.0-or-later
/// One raw input to one article: extraction, labels, what identifies it. Pure, and the same for a crawl, an import and
/// a rebuild, so that all three end in the same articles.
#pragma once

#include "indexer/crawl/pages/url_rules.h"
#include "indexer/enrich/fingerprint.h"
#include "indexer/enrich/topics.h"
#include "indexer/extract/page_rules.h"
#include "indexer/store/crawl_store.h"
#include "indexer/store/input_store.h"
#include "shared/article/article.h"
#include "shared/schema/catalogue.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace trawl::crawl {

/// What the catalogue and the vocabulary say, fixed for a run. Shared between threads.
struct Knowledge {
  struct Source {
    std::string site; ///< registrable domain of its homepage
    UrlRules rules;
    extract::PageRules pages;
    std::string language; ///< of articles that do not show theirs

    /// BadInput: a pattern or selector does not compile; the error names source and field.
    static Result<Source> from(const schema::SourceDefinition& definition);
  };
  std::map<std::string, Source, std::less<>> sources;
  enrich::Topics topics;

  /// BadInput, see Source::from.
  static Result<Knowledge> from(const std::vector<schema::SourceDefinition>& sources, enrich::Topics topics);
};

enum class MadeKind : std::uint8_t {
  Article,
  Elsewhere,  ///< a page that only sends its reader on, to `target`
  NotArticle, ///< `code` and `why` say so
};

struct Made {
  MadeKind kind = MadeKind::NotArticle;
  Article article;   ///< url: where it was found; copies: other sources that name it
  std::string claim; ///< the page's own address, if it may be believed
  enrich::Fingerprint fingerprint;
  std::string target;
  std::string code, why;
};

/// `mentions`: who named the input's address; the source whose own site it is on comes first, then by id.
Made make_article(const store::Input& input, const std::vector<store::DiscoveredLink>& mentions,
                  const Knowledge& knowledge);

} // namespace trawl::crawl
