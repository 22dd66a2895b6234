// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/dom.h"

#include "indexer/html/parser_input.h"
#include "shared/base/ascii.h"
#include "shared/base/thread_time.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <gumbo.h>
#include <optional>
#include <unordered_map>
#include <utility>

namespace trawl::html {

namespace {

/// Maps placeholders to their fragments. Contains views into Gumbo's tree and of ids.
class OutOfOrderFragments {
 public:
  /// The value of an element's attribute "id"; empty if it has none. Called with elements and templates.
  using IdOf = std::function<std::string_view(const GumboInternalNode& element)>;

  /// Finds the fragments among the children of the document's body.
  OutOfOrderFragments(const GumboInternalNode& document, IdOf id_of);

  /// The fragment whose children belong into this template, or nullptr. Hands out each fragment once, so fragments that
  /// contain each other's placeholders do not loop.
  const GumboInternalNode* take(const GumboInternalNode& placeholder);

  /// Whether the element is a fragment that was handed out.
  bool is_taken(const GumboInternalNode& element) const;

 private:
  struct Fragment {
    const GumboInternalNode* node;
    bool is_taken = false;
  };

  /// The part of the element's id after "B:", if its first letter is one of `letters`; else empty.
  std::string_view number_after(const GumboInternalNode& element, std::string_view letters) const;

  IdOf id_of_;
  std::unordered_map<std::string_view, Fragment> fragments_; ///< by the part of the id after "S:"
};

const GumboNode* child_of(const GumboNode& node, GumboTag tag) {
  const GumboVector& children = node.type == GUMBO_NODE_DOCUMENT ? node.v.document.children : node.v.element.children;
  for (unsigned i = 0; i < children.length; ++i) {
    const auto* child = static_cast<const GumboNode*>(children.data[i]);
    if (child->type == GUMBO_NODE_ELEMENT && child->v.element.tag == tag) return child;
  }
  return nullptr;
}

OutOfOrderFragments::OutOfOrderFragments(const GumboNode& document, IdOf id_of) : id_of_(std::move(id_of)) {
  const GumboNode* html = child_of(document, GUMBO_TAG_HTML);
  const GumboNode* body = html == nullptr ? nullptr : child_of(*html, GUMBO_TAG_BODY);
  if (body == nullptr) return;
  const GumboVector& children = body->v.element.children;
  for (unsigned i = 0; i < children.length; ++i) {
    const auto* child = static_cast<const GumboNode*>(children.data[i]);
    if (child->type != GUMBO_NODE_ELEMENT) continue;
    if (const auto number = number_after(*child, "S"); !number.empty()) fragments_.emplace(number, Fragment{child});
  }
}

std::string_view OutOfOrderFragments::number_after(const GumboNode& element, std::string_view letters) const {
  const std::string_view id = id_of_(element);
  const bool is_numbered = id.size() > 2 && id[1] == ':' && letters.find(id[0]) != std::string_view::npos;
  return is_numbered ? id.substr(2) : std::string_view{};
}

const GumboNode* OutOfOrderFragments::take(const GumboNode& placeholder) {
  if (fragments_.empty()) return nullptr;
  const auto fragment = fragments_.find(number_after(placeholder, "BP"));
  if (fragment == fragments_.end() || fragment->second.is_taken) return nullptr;
  fragment->second.is_taken = true;
  return fragment->second.node;
}

bool OutOfOrderFragments::is_taken(const GumboNode& element) const {
  if (fragments_.empty()) return false;
  const auto fragment = fragments_.find(number_after(element, "S"));
  return fragment != fragments_.end() && fragment->second.is_taken && fragment->second.node == &element;
}

/// Memory for one parse, freed as a whole. Gumbo cannot be interrupted, so the allocator checks the budgets and throws;
/// the exception is caught in this file.
class Arena {
 public:
  enum class Stop { Memory, Time };

  Arena(std::size_t limit, std::chrono::nanoseconds deadline) : limit_(limit), deadline_(deadline) {}

  void* allocate(std::size_t bytes) {
    if (++calls_ % 1024 == 0 && thread_time() > deadline_) throw Stop::Time; // reading the clock is expensive
    bytes = (bytes + 15) & ~std::size_t{15};
    if (bytes > left_) grow(bytes);
    left_ -= bytes;
    return std::exchange(free_, free_ + bytes);
  }

 private:
  static constexpr std::size_t kChunk = 256 << 10;

  void grow(std::size_t bytes) {
    const std::size_t size = std::max(bytes, kChunk);
    if (size > limit_ - std::min(limit_, taken_)) throw Stop::Memory;
    chunks_.push_back(std::make_unique_for_overwrite<char[]>(size));
    taken_ += size;
    free_ = chunks_.back().get();
    left_ = size;
  }

  std::vector<std::unique_ptr<char[]>> chunks_;
  char* free_ = nullptr;
  std::size_t left_ = 0, taken_ = 0, calls_ = 0;
  std::size_t limit_;
  std::chrono::nanoseconds deadline_;
};

void* allocate_in(void* arena, std::size_t bytes) { return static_cast<Arena*>(arena)->allocate(bytes); }
void release_nothing(void*, void*) {}

/// Maps Gumbo's tag numbers to ours.
std::array<Tag, GUMBO_TAG_LAST + 1> make_tag_table() {
  std::array<Tag, GUMBO_TAG_LAST + 1> table{};
  for (int tag = 0; tag <= GUMBO_TAG_LAST; ++tag) {
    table[static_cast<std::size_t>(tag)] =
        tag < GUMBO_TAG_UNKNOWN ? tag_named(gumbo_normalized_tagname(static_cast<GumboTag>(tag))) : Tag::Unknown;
  }
  return table;
}
const auto kTagTable = make_tag_table();

/// How many times as deep the tree may be as the tags counted before the parse: a table may add tbody, tr and td.
constexpr std::size_t kLevelsPerTag = 4;

std::string_view name_in_source(const GumboElement& element) {
  GumboStringPiece piece = element.original_tag;
  if (piece.data == nullptr) return {};
  gumbo_tag_from_original_text(&piece);
  return {piece.data, piece.length};
}

} // namespace

struct Dom::Memory {
  Memory(std::string text, const ParseLimits& limits)
      : page(std::move(text)), arena(limits.arena_bytes, thread_time() + limits.time) {}

  std::string page;   ///< what the attributes are views of
  std::string source; ///< what is parsed; the names of elements are views of it
  Arena arena;        ///< holds the text
};
namespace {

/// Copies Gumbo's tree into the flat list, without recursion.
class Flattener {
 public:
  Flattener(std::vector<Node>& nodes, std::vector<Attribute>& attributes, const AttributeSets& sets,
            const GumboNode& document)
      : nodes_(nodes), attributes_(attributes), sets_(sets), document_(document),
        fragments_(document, [this](const GumboNode& node) { return id_of(node.v.element); }) {}

  /// TooLarge if the tree is deeper than `deepest`.
  Result<void> run(std::size_t deepest) {
    nodes_.emplace_back().tag = Tag::Document;
    stack_.push_back({&document_.v.document.children, 0, 0, kNoNode});
    while (!stack_.empty()) {
      if (stack_.size() > deepest) return fail(ErrorCode::TooLarge, "elements are nested too deep");
      Frame& frame = stack_.back();
      if (frame.next == frame.children->length) {
        nodes_[frame.node].end = static_cast<NodeId>(nodes_.size());
        stack_.pop_back();
        continue;
      }
      add(*static_cast<const GumboNode*>(frame.children->data[frame.next++]), frame);
    }
    return {};
  }

 private:
  struct Frame {
    const GumboVector* children;
    unsigned next;
    NodeId node;
    NodeId last_child;
  };

  void add(const GumboNode& source, Frame& frame) {
    switch (source.type) {
    case GUMBO_NODE_TEXT:
    case GUMBO_NODE_WHITESPACE:
    case GUMBO_NODE_CDATA: {
      const NodeId id = append(frame, Tag::Text);
      nodes_[id].text = source.v.text.text;
      nodes_[id].end = id + 1;
      return;
    }
    case GUMBO_NODE_ELEMENT:
    case GUMBO_NODE_TEMPLATE:
      return add_element(source, frame);
    case GUMBO_NODE_DOCUMENT:
    case GUMBO_NODE_COMMENT:
      return;
    }
  }

  void add_element(const GumboNode& source, Frame& frame) {
    const GumboElement& element = source.v.element;
    if (fragments_.is_taken(source)) return;
    Tag tag = kTagTable[static_cast<std::size_t>(element.tag)];
    std::string_view name = name_of(tag);
    if (tag == Tag::Unknown) {
      name = name_in_source(element);
      tag = tag_named(ascii::to_lower(name)); // elements younger than Gumbo: dialog, search, slot
      name = tag == Tag::Unknown ? name : name_of(tag);
    }
    const NodeId id = append(frame, tag);
    nodes_[id].text = name;
    const AttributeRange range = attributes_of(element);
    nodes_[id].first_attribute = range.first;
    nodes_[id].attribute_count = range.count;
    const GumboVector* children = &element.children;
    if (source.type == GUMBO_NODE_TEMPLATE) {
      children = children_of_template(source, range);
      if (children != &kNoChildren) nodes_[id].tag = Tag::Div;
    }
    stack_.push_back({children, 0, id, kNoNode});
  }

  /// The children of a template are not content, unless it is a declarative shadow root (HTML Standard §4.12.3) or the
  /// placeholder of a fragment.
  const GumboVector* children_of_template(const GumboNode& source, AttributeRange range) {
    if (std::ranges::find(in(range), "shadowrootmode", &Attribute::name) != in(range).end())
      return &source.v.element.children;
    const GumboNode* fragment = stack_.size() > kMaxNesting ? nullptr : fragments_.take(source);
    return fragment == nullptr ? &kNoChildren : &fragment->v.element.children;
  }

  std::span<const Attribute> in(AttributeRange range) const {
    return std::span(attributes_).subspan(range.first, range.count);
  }

  /// The attributes behind the element's placeholder; nullopt if it has none, because the parser read its attributes.
  std::optional<AttributeRange> behind_placeholder(const GumboElement& element) const {
    if (element.attributes.length != 1) return std::nullopt;
    return sets_.find(static_cast<const GumboAttribute*>(element.attributes.data[0])->name);
  }

  std::string_view id_of(const GumboElement& element) const {
    if (const auto range = behind_placeholder(element)) {
      const auto found = std::ranges::find(in(*range), "id", &Attribute::name);
      return found == in(*range).end() ? std::string_view{} : found->value;
    }
    const GumboAttribute* id = gumbo_get_attribute(&element.attributes, "id");
    return id == nullptr ? std::string_view{} : id->value;
  }

  AttributeRange attributes_of(const GumboElement& element) {
    if (const auto range = behind_placeholder(element)) return *range;
    const std::span read(reinterpret_cast<GumboAttribute**>(element.attributes.data), element.attributes.length);
    const AttributeRange range{static_cast<std::uint32_t>(attributes_.size()),
                               static_cast<std::uint16_t>(std::min<std::size_t>(read.size(), 0xFFFF))};
    for (const GumboAttribute* attribute : read.first(range.count))
      attributes_.push_back({attribute->name, attribute->value});
    return range;
  }

  NodeId append(Frame& frame, Tag tag) {
    const NodeId id = static_cast<NodeId>(nodes_.size());
    Node& node = nodes_.emplace_back();
    node.tag = tag;
    node.parent = frame.node;
    node.previous_sibling = frame.last_child;
    if (frame.last_child == kNoNode) {
      nodes_[frame.node].first_child = id;
    } else {
      nodes_[frame.last_child].next_sibling = id;
    }
    frame.last_child = id;
    return id;
  }

  static constexpr GumboVector kNoChildren{nullptr, 0, 0};
  static constexpr std::size_t kMaxNesting = 256; ///< open elements; fragments in fragments could add up to any depth

  std::vector<Node>& nodes_;
  std::vector<Attribute>& attributes_;
  const AttributeSets& sets_;
  const GumboNode& document_;
  OutOfOrderFragments fragments_;
  std::vector<Frame> stack_;
};

} // namespace

Dom& Dom::operator=(Dom&&) noexcept = default;

Dom::Dom() = default;

Dom::Dom(Dom&&) noexcept = default;

Dom::~Dom() = default;

Result<Dom> Dom::parse(std::string utf8, const ParseLimits& limits) {
  Dom dom;
  dom.memory_ = std::make_unique<Memory>(std::move(utf8), limits);
  bound_character_references(dom.memory_->page);
  TRAWL_TRY(ParserInput input, make_parser_input(dom.memory_->page, {limits.depth, limits.attributes}));
  dom.memory_->source = std::move(input.html);
  dom.attributes_ = input.attributes.take_attributes();
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = allocate_in;
  options.deallocator = release_nothing;
  options.userdata = &dom.memory_->arena;
  options.max_errors = 0; // each error would keep a copy of the whole stack of open tags
  try {
    const GumboOutput* output =
        gumbo_parse_with_options(&options, dom.memory_->source.data(), dom.memory_->source.size());
    dom.nodes_.reserve(dom.memory_->source.size() / 20); // real pages have one node per 20 bytes
    Flattener flattener(dom.nodes_, dom.attributes_, input.attributes, *output->document);
    TRAWL_CHECK(flattener.run(kLevelsPerTag * limits.depth));
  } catch (const Arena::Stop stop) {
    if (stop == Arena::Stop::Time) return fail(ErrorCode::Timeout, "parsing the HTML took too long");
    return fail(ErrorCode::TooLarge, "the parsed HTML needs too much memory");
  }
  dom.html_ = dom.first(Tag::Html);
  dom.head_ = dom.first(Tag::Head);
  dom.body_ = dom.first(Tag::Body);
  return dom;
}

void Dom::blank(NodeId node) {
  for (const NodeId frame : {html_, head_, body_}) {
    if (frame != kNoNode && contains(node, frame)) return;
  }
  for (NodeId at = node; at < nodes_[node].end; ++at) {
    if (is_element(at)) nodes_[at].tag = Tag::Unknown;
    nodes_[at].text = {};
    nodes_[at].attribute_count = 0;
  }
}

std::string_view Dom::attribute(NodeId node, std::string_view name) const {
  for (const Attribute& attribute : attributes(node)) {
    if (attribute.name == name) return attribute.value;
  }
  return {};
}

bool Dom::has_attribute(NodeId node, std::string_view name) const {
  return std::ranges::any_of(attributes(node), [&](const Attribute& attribute) { return attribute.name == name; });
}

NodeId Dom::closest(NodeId node, Tag tag) const {
  while (node != kNoNode && nodes_[node].tag != tag) node = nodes_[node].parent;
  return node;
}

NodeId Dom::first(Tag tag, NodeId scope) const {
  for (NodeId at = scope + 1; at < nodes_[scope].end; ++at) {
    if (nodes_[at].tag == tag) return at;
  }
  return kNoNode;
}

std::vector<NodeId> Dom::all(Tag tag, NodeId scope) const {
  std::vector<NodeId> found;
  for (NodeId at = scope + 1; at < nodes_[scope].end; ++at) {
    if (nodes_[at].tag == tag) found.push_back(at);
  }
  return found;
}

} // namespace trawl::html
