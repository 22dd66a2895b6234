// SPDX-License-Identifier: GPL-3.0-or-later
/// A blog whose articles are edited, moved, reprinted, respelt, deleted, withdrawn and claimed by others, at random.
#pragma once

#include "shared/article/article.h"

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/indexer/crawl/crawl_world.h"

namespace trawl::crawl::test_support {

/// One page of the blog.
struct Post {
  std::string title, body, author, canonical, image;
  int story = 0; ///< equal for reprints and former versions
  Moment published{};
  int date_form = 0, updated_form = 0; ///< 0: none, 1: the day, 2: the moment, 3: the moment in another time zone
  bool withdrawn = false, is_about_kernels = false;
};

inline std::string date_in_form(Moment moment, int form) {
  const std::string utc = to_rfc3339(moment);
  if (form == 1) return utc.substr(0, 10);
  if (form == 2) return utc;
  auto local = to_rfc3339(moment + 2h);
  local.pop_back();
  return local + "+02:00";
}

inline std::string meta(const std::string& property, const std::string& content) {
  return "<meta property='" + property + "' content='" + content + "'>";
}

/// With a heading, a picture, a table, and code whose tabs and blank lines matter.
inline std::string page_of(const Post& post, const std::vector<std::string>& links) {
  std::string html = "<!doctype html><html lang=en><head><title>" + post.title + "</title>";
  if (post.date_form != 0) html += meta("article:published_time", date_in_form(post.published, post.date_form));
  if (post.updated_form != 0)
    html += meta("article:modified_time", date_in_form(post.published + 50h, post.updated_form));
  if (!post.image.empty()) html += meta("og:image", post.image);
  if (!post.author.empty()) html += "<meta name=author content='" + post.author + "'>";
  if (!post.canonical.empty()) html += "<link rel=canonical href='" + post.canonical + "'>";
  if (post.withdrawn) html += "<meta name=robots content=noindex>";
  html += "</head><body><article><h1>" + post.title + "</h1><p>" + words(post.body) + "</p><p>" +
          words(post.body + "b") + "</p><h2>Part</h2><p>" + words(post.body + "c") +
          "</p><pre><code class=language-c>" + "int " + post.body +
          "() {\n\n\treturn 1;\n}</code></pre><figure><img src='/i.png' alt='Two gates of " + post.body +
          "'><figcaption>What " + post.body + " shows</figcaption></figure><table><tr><th>a<th>b<tr><td>1<td>" +
          post.body + "</table>";
  if (post.is_about_kernels) html += "<p>The kernel beats the other kernel, as a kernel should.</p>";
  html += "</article>";
  for (const auto& link : links) html += "<a href='" + link + "'>more</a>";
  return html + "</body></html>";
}

class ChangingBlog {
 public:
  /// `reuses_addresses`: an address that redirected may have a post again.
  ChangingBlog(std::mt19937& random, TableFetcher& web, std::string& log, bool reuses_addresses)
      : random_(random), web_(web), log_(log), reuses_addresses_(reuses_addresses) {
    for (int i = 0; i < 3; ++i) add_post();
  }

  bool chance(unsigned one_in) { return random_() % one_in == 0; }
  std::string new_name() { return "n" + std::to_string(next_++); }
  void note(const std::string& what, const std::string& url) { log_ += what + " " + url + "\n"; }

  /// To be called after each crawl.
  void was_crawled() { seen_moves_ = moved_; }

  void change() {
    if (posts_.size() < 2 || (posts_.size() < 8 && chance(5))) return add_post();
    const std::string url = some_url();
    Post& post = posts_.at(url);
    switch (random_() % 17) {
    case 0:
      note("edit text", url);
      post.body = new_name();
      break;
    case 1:
      note("edit title", url);
      post.title = "Title of " + new_name();
      break;
    case 2:
    case 3:
      note("date form", url);
      (chance(3) ? post.updated_form : post.date_form) = static_cast<int>(random_() % 4);
      break;
    case 4:
      note("no author, no picture", url);
      (chance(2) ? post.author : post.image).clear();
      break;
    case 5:
    case 6:
      return move_post(url);
    case 7:
      note("delete", url);
      web_.answers.erase(url);
      posts_.erase(url);
      break;
    case 8:
      note("respell", url);
      posts_.emplace(url + "index.html", post);
      break;
    case 9:
    case 10:
      return reprint(url);
    case 11:
    case 12:
      note("withdraw or publish again", url);
      post.withdrawn = !post.withdrawn;
      break;
    case 13:
      note("about kernels or not", url);
      post.is_about_kernels = !post.is_about_kernels;
      break;
    case 14:
      return end_redirect();
    default:
      claim(url);
    }
  }

  const std::map<std::string, Post>& posts() const { return posts_; }
  const std::map<std::string, std::string>& moved() const { return moved_; }

 private:
  const std::string& some_url() {
    auto post = posts_.begin();
    std::advance(post, random_() % posts_.size());
    return post->first;
  }

  /// Sometimes where another post already says that it is.
  void add_post(const std::string& place = "") {
    Post post;
    post.title = "Title of " + new_name();
    post.body = new_name();
    post.author = chance(2) ? "Ann Lee" : "";
    post.image = chance(2) ? "https://img.example/" + post.body + ".png" : "";
    post.story = ++stories_;
    post.published = std::chrono::sys_days{std::chrono::year{2026} / 5 / 1} - std::chrono::minutes(random_() % 500'000);
    post.date_form = static_cast<int>(random_() % 4);
    post.updated_form = static_cast<int>(random_() % 4);
    post.is_about_kernels = chance(2);
    auto url = place.empty() ? kHost + "/p/" + new_name() + "/" : place;
    if (place.empty() && !claimed_.empty() && chance(2)) {
      url = claimed_;
      claimed_.clear();
    } else if (chance(4)) {
      post.canonical = claimed_ = kHost + "/p/" + new_name() + "/";
    }
    note("add " + post.title + (post.canonical.empty() ? "" : ", which says it is at " + post.canonical) + " at", url);
    posts_[url] = post;
  }

  void claim(const std::string& url) {
    Post& post = posts_.at(url);
    switch (random_() % 3) {
    case 0:
      post.canonical.clear();
      break;
    case 1:
      post.canonical = some_url();
      break;
    default:
      post.canonical = claimed_ = kHost + "/p/" + new_name() + "/";
    }
    note("say of " + url + " that it is at", post.canonical);
  }

  void reprint(const std::string& url) {
    const auto copy = kHost + "/copies/" + new_name() + "/";
    note("reprint " + url + " at", copy);
    posts_[copy] = posts_.at(url);
    posts_[copy].canonical = chance(2) ? url : "";
    posts_[copy].withdrawn = false;
    if (chance(2)) posts_[copy].title = "Title of " + posts_.at(url).title.substr(9) + " | Copies";
    if (chance(2)) posts_.at(url).withdrawn = true;
  }

  /// The post at another address, and a redirect from the old one.
  void move_post(const std::string& from) {
    const auto to = kHost + "/moved/" + new_name() + "/";
    Post post = posts_.at(from);
    const bool keeps_title = chance(2);
    if (chance(2)) (keeps_title ? post.body : post.title) = "Title of " + new_name();
    if (chance(2)) post.date_form = 0;
    note("move " + from + " to", to);
    if (chance(2)) {
      web_.redirect(from, to);
    } else {
      web_.page(from, "<html><head><meta http-equiv=refresh content='0; url=" + to + "'></head></html>");
    }
    posts_.erase(from);
    moved_[from] = to;
    posts_[to] = post;
  }

  /// The feed goes on to name the address. Sometimes the post comes back, or another one takes its place.
  void end_redirect() {
    if (moved_.empty()) return;
    const auto [from, to] = *moved_.begin();
    web_.answers.erase(from);
    const bool was_seen = seen_moves_.contains(from) && seen_moves_.at(from) == to; // else it is an edit of the page
    if (!reuses_addresses_ || !was_seen || chance(2)) return note("end the redirect from", from);
    moved_.erase(from);
    if (chance(2)) return add_post(from);
    if (!posts_.contains(to)) return;
    note("move back to " + from + " from", to);
    posts_[from] = posts_.at(to);
    posts_.erase(to);
    moved_[to] = from;
    web_.redirect(to, from);
  }

  std::mt19937& random_;
  TableFetcher& web_;
  std::string& log_;
  std::map<std::string, Post> posts_;
  std::map<std::string, std::string> moved_, seen_moves_;
  std::string claimed_; ///< an address at which there is nothing yet
  bool reuses_addresses_;
  int next_ = 0, stories_ = 0;
};

} // namespace trawl::crawl::test_support
