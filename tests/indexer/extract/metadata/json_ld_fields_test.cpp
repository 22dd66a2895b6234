// SPDX-License-Identifier: GPL-3.0-or-later
/// Which member of a JSON-LD node gives which field, in all the forms that pages write.
#include "indexer/extract/metadata/json_ld.h"

#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::extract;

namespace {

/// The only item of a block with these members besides its type.
JsonLdItem item_with(const std::string& members) {
  const auto items = read_json_ld(R"({"@type":"Article")" + (members.empty() ? "" : "," + members) + "}");
  REQUIRE(items);
  REQUIRE(items->size() >= 1);
  return items->front();
}

std::string authors_of(const std::string& members) {
  std::string names;
  for (const JsonLdAuthor& author : item_with(members).authors) {
    names += (names.empty() ? "" : "; ") + author.name;
    if (!author.affiliation.empty()) names += " (" + author.affiliation + ")";
    if (author.is_organization) names += " [organization]";
  }
  return names;
}

} // namespace

TEST_CASE("json-ld: the type tells the kind of an item", "[json-ld]") {
  struct Row {
    const char* type;
    JsonLdKind kind;
  };
  const Row rows[] = {
      {"Article", JsonLdKind::Article},
      {"NewsArticle", JsonLdKind::Article},
      {"TechArticle", JsonLdKind::Article},
      {"BlogPosting", JsonLdKind::Article},
      {"LiveBlogPosting", JsonLdKind::Article},
      {"SocialMediaPosting", JsonLdKind::Article},
      {"DiscussionForumPosting", JsonLdKind::Article},
      {"QAPage", JsonLdKind::Article},
      {"HowTo", JsonLdKind::Article},
      {"VideoObject", JsonLdKind::Article},
      {"https://schema.org/NewsArticle", JsonLdKind::Article},
      {"schema:NewsArticle", JsonLdKind::Article},
      {"http://example.org/ns#Report", JsonLdKind::Article},
      {"WebPage", JsonLdKind::Page},
      {"AboutPage", JsonLdKind::Page},
      {"FAQPage", JsonLdKind::Page},
      {"WebSite", JsonLdKind::Site},
      {"Organization", JsonLdKind::Site},
      {"NewsMediaOrganization", JsonLdKind::Site},
      {"Blog", JsonLdKind::Site},
      {"JobPosting", JsonLdKind::Other},
      {"Product", JsonLdKind::Other},
      {"Person", JsonLdKind::Other},
      {"article", JsonLdKind::Other}, // types are case-sensitive
  };
  for (const Row& row : rows) {
    CAPTURE(row.type);
    const auto items = read_json_ld("{\"@type\":\"" + std::string(row.type) + "\"}");
    REQUIRE(items);
    REQUIRE(items->size() == 1);
    CHECK(items->front().kind == row.kind);
  }
}

TEST_CASE("json-ld: of several types, that of an article counts, else the first", "[json-ld]") {
  const auto type_of = [](const char* types) {
    const auto items = read_json_ld("{\"@type\":" + std::string(types) + "}");
    REQUIRE(items);
    return items->empty() ? std::string() : items->front().type;
  };
  CHECK(type_of(R"(["Thing","NewsArticle","BlogPosting"])") == "NewsArticle");
  CHECK(type_of(R"(["Thing","Product"])") == "Thing");
  CHECK(type_of(R"([7,"Thing"])") == "Thing");
  CHECK(type_of("[]").empty());
}

TEST_CASE("json-ld: a field is taken from the first member that has it", "[json-ld]") {
  struct Row {
    const char* members;
    std::string JsonLdItem::* field;
    const char* value;
  };
  const Row rows[] = {
      {R"("headline":"A","name":"B","title":"C")", &JsonLdItem::headline, "A"},
      {R"("headline":"","name":"B")", &JsonLdItem::headline, "B"},
      {R"("title":"C")", &JsonLdItem::headline, "C"},
      {R"("abstract":"A")", &JsonLdItem::description, "A"},
      {R"("description":"D","abstract":"A")", &JsonLdItem::description, "D"},
      {R"("datePublished":"1","dateCreated":"2")", &JsonLdItem::published, "1"},
      {R"("dateCreated":"2","uploadDate":"3")", &JsonLdItem::published, "2"},
      {R"("uploadDate":"3")", &JsonLdItem::published, "3"},
      {R"("datePublished":2024)", &JsonLdItem::published, "2024"},
      {R"("dateModified":{"@value":"2024-05-01","@type":"Date"})", &JsonLdItem::modified, "2024-05-01"},
      {R"("inLanguage":{"@type":"Language","name":"German"})", &JsonLdItem::language, "German"},
      {R"("inLanguage":["fr","en"])", &JsonLdItem::language, "fr"},
      {R"("articleSection":["News","World"])", &JsonLdItem::section, "News"},
      {R"("publisher":{"@type":"Organization","name":"The Site"})", &JsonLdItem::publisher, "The Site"},
      {R"("url":"https://a.org/1","mainEntityOfPage":"https://a.org/2")", &JsonLdItem::url, "https://a.org/1"},
      {R"("mainEntityOfPage":"https://a.org/2","@id":"x")", &JsonLdItem::url, "https://a.org/2"},
      {R"("url":"https://a.org/1","mainEntityOfPage":{"@id":"https://a.org/3"})", &JsonLdItem::url, "https://a.org/3"},
      {R"("@id":"https://a.org/4")", &JsonLdItem::url, "https://a.org/4"},
      {R"("image":"https://a.org/1.png")", &JsonLdItem::image, "https://a.org/1.png"},
      {R"("image":{"@type":"ImageObject","url":"https://a.org/1.png"})", &JsonLdItem::image, "https://a.org/1.png"},
      {R"("image":{"contentUrl":"https://a.org/2.png"})", &JsonLdItem::image, "https://a.org/2.png"},
      {R"("image":[{"url":"https://a.org/1.png"},"https://a.org/2.png"])", &JsonLdItem::image, "https://a.org/1.png"},
      {R"("image":[],"thumbnailUrl":"https://a.org/3.png")", &JsonLdItem::image, "https://a.org/3.png"},
      {R"("image":{"@id":"https://a.org/4.png"})", &JsonLdItem::image, "https://a.org/4.png"},
      {R"("image":{"@id":"https://a.org/#primaryimage"})", &JsonLdItem::image, ""}, // a name, not an address
      {R"("articleBody":"<p>Body</p>")", &JsonLdItem::body, "<p>Body</p>"},
      {R"("description":"A &amp; <b>B</b>\n C")", &JsonLdItem::description, "A & B C"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.members);
    CHECK(item_with(row.members).*row.field == row.value);
  }
}

TEST_CASE("json-ld: authors in every form", "[json-ld]") {
  struct Row {
    const char* members;
    const char* authors;
  };
  const Row rows[] = {
      {R"("author":"Ann Lee")", "Ann Lee"},
      {R"("author":["Ann Lee",{"name":"Bo Ek"}])", "Ann Lee; Bo Ek"},
      {R"("author":{"@type":"Person","name":["Ann Lee","Bo Ek"]})", "Ann Lee; Bo Ek"},
      {R"("author":{"@type":"Person","name":["Ann Lee"]})", "Ann Lee"},
      {R"("author":{"name":"Ann &amp; Bo"})", "Ann & Bo"},
      {R"("author":{"name":"Ann Lee","worksFor":{"name":"Example Labs"}})", "Ann Lee (Example Labs)"},
      {R"("author":{"name":"Ann Lee","affiliation":"Example Labs","worksFor":"Other"})", "Ann Lee (Example Labs)"},
      {R"("author":{"@type":"Organization","name":"Reuters"})", "Reuters [organization]"},
      {R"("author":{"@type":"NewsMediaOrganization","name":"Reuters"})", "Reuters [organization]"},
      {R"("author":{"@type":["Person","Organization"],"name":"Ann Lee"})", "Ann Lee"},
      {R"("creator":"Cy Dee")", "Cy Dee"},
      {R"("author":[],"creator":["Cy Dee"])", "Cy Dee"},
      {R"("author":"Ann Lee","creator":"Cy Dee")", "Ann Lee"},
      {R"("author":{"@type":"Person","url":"https://a.org/ann"})", ""},
      {R"("author":[null,7,true,{},""])", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.members);
    CHECK(authors_of(row.members) == row.authors);
  }
}

TEST_CASE("json-ld: references are followed within a block, to any node", "[json-ld]") {
  const auto items = read_json_ld(R"({"@graph":[
    {"@type":"Article","headline":"T","author":[{"@id":"#ann"},{"@id":"#nobody"},{"@id":"#bo","name":"Bo Ek"}],
     "publisher":{"@id":"#site"},"image":{"@id":"#image"}},
    {"@type":"Person","@id":"#ann","name":"Ann Lee"},
    {"@type":"Person","@id":"#bo","name":"Another"},
    {"@type":"Organization","@id":"#site","name":"The Site"},
    {"@type":"ImageObject","@id":"#image","url":"https://a.org/1.png"}]})");
  REQUIRE(items);
  const JsonLdItem& item = items->front();
  REQUIRE(item.authors.size() == 2);
  CHECK(item.authors[0].name == "Ann Lee");
  CHECK(item.authors[1].name == "Bo Ek"); // it has its own name
  CHECK(item.publisher == "The Site");
  CHECK(item.image == "https://a.org/1.png");
}

TEST_CASE("json-ld: an item that refers to itself is read once", "[json-ld]") {
  const auto items = read_json_ld(R"({"@type":"Article","@id":"#a","headline":"T","author":{"@id":"#a"},
    "image":{"@id":"#a"},"publisher":{"@id":"#a"}})");
  REQUIRE(items);
  CHECK(items->size() == 1);
}

TEST_CASE("json-ld: keywords are a list, or a text with commas", "[json-ld]") {
  using Words = std::vector<std::string>;
  CHECK(item_with(R"("keywords":"a, b ,,c")").keywords == Words{"a", "b", "c"});
  CHECK(item_with(R"("keywords":["a","b, c",{"name":"d"},7])").keywords == Words{"a", "b", "c", "d", "7"});
  CHECK(item_with(R"("keywords":null)").keywords.empty());
}

TEST_CASE("json-ld: an article is free to read unless it says otherwise", "[json-ld]") {
  for (const char* no : {"false", R"("False")", R"("false")", R"("No")"}) {
    CAPTURE(no);
    CHECK_FALSE(item_with(R"("isAccessibleForFree":)" + std::string(no)).accessible);
  }
  for (const char* yes : {"true", R"("True")", R"("")", "null", "0", "[]"}) {
    CAPTURE(yes);
    CHECK(item_with(R"("isAccessibleForFree":)" + std::string(yes)).accessible);
  }
  CHECK(item_with("").accessible);
}

TEST_CASE("json-ld: items come in the order of the block, nested ones after what they are in", "[json-ld]") {
  const auto items = read_json_ld(R"([{"@type":"WebPage","name":"1","mainEntity":{"@type":"Article","headline":"2"}},
    {"@graph":[{"@type":"Article","headline":"3"},{"@type":"Article","headline":"4",
      "mainEntityOfPage":{"@type":"WebPage","name":"5"}}]},{"@type":"WebSite","name":"6"}])");
  REQUIRE(items);
  std::string order;
  for (const JsonLdItem& item : *items) order += item.headline;
  CHECK(order == "123456");
}

TEST_CASE("json-ld: a block has at most 64 items and an item at most 50 authors", "[json-ld]") {
  std::string block = "[";
  for (int i = 0; i < 70; ++i) block += (i == 0 ? "" : ",") + std::string(R"({"@type":"Article"})");
  const auto items = read_json_ld(block + "]");
  REQUIRE(items);
  CHECK(items->size() == kMaxJsonLdItems);

  std::string authors;
  for (int i = 0; i < 60; ++i) authors += (i == 0 ? "\"" : ",\"") + std::to_string(i) + " Lee\"";
  CHECK(item_with("\"author\":[" + authors + "]").authors.size() == 50);
  CHECK(item_with("\"author\":{\"name\":[" + authors + "]}").authors.size() == 50);
}

TEST_CASE("json-ld: values nested deeper than 32 levels are dropped, the rest is read", "[json-ld]") {
  const auto headline_at = [](std::size_t depth) {
    std::string block;
    for (std::size_t i = 1; i < depth; ++i) block += R"({"@graph":)";
    block += R"({"@type":"Article","headline":"T"})" + std::string(depth - 1, '}');
    const auto items = read_json_ld(block);
    return items && !items->empty() ? items->front().headline : std::string();
  };
  CHECK(headline_at(1) == "T");
  CHECK(headline_at(kMaxJsonLdDepth - 1) == "T");
  CHECK(headline_at(kMaxJsonLdDepth + 2).empty());
}

TEST_CASE("json-ld: a publisher is an object, a reference, a list or a plain string", "[json-ld]") {
  CHECK(item_with(R"("publisher":{"@type":"Organization","name":"The Parrot"})").publisher == "The Parrot");
  CHECK(item_with(R"("publisher":"The Parrot &amp; Co")").publisher == "The Parrot & Co");
  CHECK(item_with(R"("publisher":["The Parrot","Another"])").publisher == "The Parrot");
  CHECK(item_with(R"("publisher":[{"name":"The Parrot"}])").publisher == "The Parrot");
  CHECK(item_with(R"("publisher":"https://parrot.example/#us")").publisher.empty());
  CHECK(item_with(R"("publisher":7.5)").publisher.empty());
  const auto items = read_json_ld(R"([{"@type":"Article","headline":"x","publisher":"https://parrot.example/#us"},
    {"@type":"Organization","@id":"https://parrot.example/#us","name":"The Parrot"}])");
  REQUIRE(items);
  CHECK(items->front().publisher == "The Parrot");
}
