// What is found on the way through two files: a bounded list of differences, counts without a bound, and ranges of
// bytes.
#pragma once

#include "compare_context.h"
#include "compare_ranges.h"

namespace core::comparing {

/// A file that is compared.
struct ComparedFile {
    explicit ComparedFile(const Document& file) : document(file), walk(file.walk()) {}

    const Document& document;
    Walk walk;

    [[nodiscard]] const FileBytes& bytes() const { return document.bytes; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(document.bytes.size()); }
    [[nodiscard]] Node nodeOf(const Place& place, std::string path, std::size_t outer) const;
    [[nodiscard]] std::vector<Node> children(const Node& node) const;
    [[nodiscard]] Node element(const Node& array, std::uint32_t index) const;
};

/// Where a difference lies.
struct Found {
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    std::string path;
    Place::Kind kind = Place::Kind::Leaf;
    schema::Type type = schema::Scalar::Bytes;
    std::uint32_t count = 1;
};

class CompareReport {
public:
    CompareReport(const Document& leftFile, const Document& rightFile)
        : left(leftFile), right(rightFile), otherLayout_(leftFile.version != rightFile.version) {}

    const ComparedFile left;
    const ComparedFile right;
    Texts texts;

    [[nodiscard]] bool isUnread() const { return !left.bytes().isWhole() || !right.bytes().isWhole(); }
    [[nodiscard]] bool same(std::uint32_t mine, std::uint32_t other, std::uint32_t length) const;
    [[nodiscard]] bool equal(const Place& a, const Place& b) const;
    /// How far apart two points of three f32 are; 0 when that is no number.
    [[nodiscard]] double distance(std::uint32_t mine, std::uint32_t other) const;

    void range(RangeKind kind, std::uint32_t mine, std::uint32_t mineEnd, std::uint32_t other, std::uint32_t otherEnd) {
        ranges_.put({kind, mine, mineEnd, other, otherEnd});
    }
    void range(RangeKind kind, const Place& a, const Place& b) { range(kind, a.start, a.end, b.start, b.end); }

    /// What has another value.
    void changed(const Node& a, const Node& b, const Context& context);
    /// What stands in another order than its neighbours.
    void moved(const Node& a, const Node& b, const Context& context);
    /// What only the left file has; and where in the right one it would be.
    void removed(const Node& node, std::uint32_t at, const Context& context);
    /// What only the right file has; and where in the left one it would be.
    void added(const Node& node, std::uint32_t at, const Context& context);
    /// Elements beside each other that only one file has, without a row for each.
    void unmatchedRun(Change change, std::uint32_t start, std::uint32_t end, std::uint32_t at, const Context& context,
                      const Counted& counted);

    /// Something is longer, shorter or elsewhere: counts and offsets follow.
    void shift() { isShifted_ = true; }
    /// Whether another difference of this section would be listed.
    [[nodiscard]] bool hasRoom(Texts::Id section) const;
    void row(Texts::Id section, Change change, const Found* a, const Found* b, std::string where);
    /// Counts differences after the limit.
    void unlisted(Texts::Id section, std::uint32_t count = 1) { groupOf(section).more += count; }
    void count(Change change, const Context& context, const Counted& counted);

    /// The result, with what follows from something else marked.
    [[nodiscard]] Comparison finish();

private:
    [[nodiscard]] DifferenceGroup& groupOf(Texts::Id section);
    void put(Change change, const Node* a, const Node* b, const Context& context, const Counted& counted);
    void unmatched(Change change, const Node& node, const Context& context);
    [[nodiscard]] bool unmatchedArray(Change change, const Node& array, const Context& context);

    /// The files are of different versions: a field that only one has says nothing of the content.
    bool otherLayout_;
    bool isShifted_ = false;
    std::uint32_t rows_ = 0;
    RangeBuilder ranges_;
    std::vector<DifferenceGroup> groups_;
    std::map<Texts::Id, std::size_t> groupPlaces_;
    std::vector<Tally> tallies_;
    std::map<std::array<std::uint32_t, 7>, std::size_t> tallyPlaces_;
};

}  // namespace core::comparing
