// SPDX-License-Identifier: GPL-3.0-or-later
/// Compares the one-pass parts of the content choice with slow implementations on random pages.
#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "indexer/extract/content/main_content.h"
#include "indexer/extract/content/container.h"
#include "indexer/extract/content/paragraph_box.h"
#include "indexer/extract/page/block_features.h"
#include "indexer/html/text.h"
#include "tests/indexer/extract/content/content_support.h"

using namespace trawl;
using namespace trawl::extract;
using html::Dom;
using html::NodeId;

namespace {

/// Nested boxes without classes, with paragraphs, lines and links of random length.
std::string random_page(std::mt19937& random) {
  std::string html;
  int open = 0;
  for (std::size_t i = 0; i < 40; ++i) {
    switch (random() % 6) {
    case 0:
      html += "<div>";
      ++open;
      break;
    case 1:
      if (open > 0) {
        html += "</div>";
        --open;
      }
      break;
    case 2:
      html += "<p>Short line</p>";
      break;
    case 3:
      html += "<p><a href=/x>" + std::string(1 + random() % 90, 'l') + "</a></p>";
      break;
    default:
      html += "<p>" + std::string(random() % 200, 't') + ".</p>";
    }
  }
  return html;
}

std::vector<html::TextBlock> blocks_of(const Dom& dom) {
  return html::text_blocks(dom, dom.body(), html::NodeSet(dom));
}

} // namespace

TEST_CASE("element stats: the sums agree with adding up each element's blocks", "[block_features]") {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const auto dom = Dom::parse(random_page(random));
    REQUIRE(dom);
    const auto blocks = blocks_of(*dom);
    const auto stats = element_stats(*dom, blocks);
    for (NodeId node = 0; node < dom->size(); ++node) {
      ElementStats sum;
      for (const html::TextBlock& block : blocks) {
        if (!dom->contains(node, block.node)) continue;
        sum.content_score += content_score(block);
        sum.bytes += static_cast<std::uint32_t>(block.text.size());
        sum.link_bytes += static_cast<std::uint32_t>(block.link_bytes);
        if (is_running_text(block)) sum.running_bytes += static_cast<std::uint32_t>(block.text.size());
        if (link_density(block) > 0.8) ++sum.link_lines;
        ++sum.blocks;
      }
      CHECK(stats[node].content_score == Approx(sum.content_score).margin(1e-6));
      CHECK(stats[node].bytes == sum.bytes);
      CHECK(stats[node].link_bytes == sum.link_bytes);
      CHECK(stats[node].running_bytes == sum.running_bytes);
      CHECK(stats[node].link_lines == sum.link_lines);
      CHECK(stats[node].blocks == sum.blocks);
    }
  }
}

TEST_CASE("container: no box of the page has a higher score than the chosen one", "[container]") {
  for (std::uint32_t seed = 0; seed < 1'000; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const auto dom = Dom::parse(random_page(random));
    REQUIRE(dom);
    const auto stats = element_stats(*dom, blocks_of(*dom));
    const NodeId chosen = choose_container(*dom, std::vector<std::uint8_t>(dom->size()), stats);
    CHECK((chosen == dom->body() || (*dom)[chosen].tag == html::Tag::Div));
    double best = 0;
    for (NodeId node = dom->body(); node < dom->size(); ++node) {
      const bool is_box = node == dom->body() || (*dom)[node].tag == html::Tag::Div;
      if (is_box) best = std::max(best, stats[node].content_score);
    }
    if (best > 0 && stats[chosen].content_score < best - 1e-6) {
      // A paragraph alone scores higher than every box; then its own box is taken.
      const bool contains_it = std::ranges::any_of(dom->all(html::Tag::P, chosen), [&](NodeId paragraph) {
        return stats[paragraph].content_score > best - 1e-6;
      });
      CHECK(contains_it);
    }
  }
}

TEST_CASE("text by markup: the article continues if markup with a quarter of the text above occurs below",
          "[markup_keys]") {
  for (std::uint32_t seed = 0; seed < 1'000; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    TextByMarkup text;
    std::map<std::size_t, std::size_t> before, after; // bytes by key
    std::vector<std::pair<std::size_t, std::size_t>> blocks;
    for (std::size_t i = 0; i < 30; ++i) {
      blocks.emplace_back(random() % 6, 1 + random() % 300);
      text.add_after(blocks.back().first, blocks.back().second);
      after[blocks.back().first] += blocks.back().second;
    }
    std::size_t all_before = 0;
    for (const auto& [key, bytes] : blocks) {
      text.remove_after(key, bytes);
      text.add_before(key, bytes);
      after[key] -= bytes;
      before[key] += bytes;
      all_before += bytes;
      std::size_t continued = 0;
      for (const auto& [other, sum] : before) continued += sum * 4 >= all_before ? after[other] : 0;
      CHECK(text.bytes_before() == all_before);
      CHECK(text.continues() == (continued >= 200 || continued * 10 > all_before));
    }
  }
}

TEST_CASE("article body: a simple algorithm finds the same end", "[article_body]") {
  const auto slow_end = [](const std::string& text, const std::string& article_body) {
    const std::string body = html::letters_of(article_body);
    std::size_t end = text.size();
    std::string before;
    for (std::size_t at = 0; body.size() >= 25 && at < text.size();) {
      const std::size_t line_end = std::min(text.find('\n', at), text.size());
      const std::string line = html::letters_of(text.substr(at, line_end - at));
      if (line.size() >= 25 && body.ends_with(line)) {
        end = line_end;
        before = html::letters_of(text.substr(0, line_end));
      }
      at = line_end + 1;
    }
    const bool is_as_long = before.size() * 5 >= body.size() * 4 && before.size() * 4 <= body.size() * 5;
    const bool is_nearly_all = before.size() * 4 >= html::letters_of(text).size() * 3;
    return is_as_long && is_nearly_all ? end : text.size();
  };
  std::size_t cut = 0;
  for (std::uint32_t seed = 0; seed < 2'000; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const auto lines = [&](std::size_t count) {
      std::string text;
      for (std::size_t i = 0; i < count; ++i) {
        text += std::string(20 + random() % 20, static_cast<char>('a' + random() % 3)) + ".\n";
      }
      return text;
    };
    const std::string article = lines(1 + random() % 6);
    const std::string text = (random() % 4 == 0 ? lines(1) : "") + article + lines(random() % 3);
    const std::string body = random() % 4 == 0 ? article.substr(random() % article.size()) : article;
    const std::size_t end = article_body_end(text, body);
    CHECK(end == slow_end(text, body));
    CHECK(end <= text.size());
    cut += end < text.size() ? 1 : 0;
  }
  CHECK(cut > 200); // the random texts reach both answers
}
