#include "hostile.h"

namespace abc::testing {
namespace {

/// Largest length of a string.
constexpr std::uint32_t kLongest = 0xFFFF;

struct HeaderCounts {
    std::uint32_t version = 12;
    std::uint32_t nodes = 0;
    std::uint32_t childModels = 0;
    std::uint32_t lods = 0;
};

/// A file of version 9 or later after its header.
ByteWriter begin(HeaderCounts counts) {
    ByteWriter out;
    out.section("Header").u32(counts.version).u32(0).u32(0).u32(counts.nodes).u32(0).u32(counts.childModels);
    out.u32(0).u32(0).u32(0).u32(counts.lods).u32(0).u32(0).u32(0).u32(0);
    if (counts.version == 13) out.u32(0);
    out.string("").f32(0).u32(0).zeros(60);
    return out;
}

ByteWriter beginV6() {
    ByteWriter out;
    out.section("Header").string("MonolithExport Model File v6").string("");
    return out;
}

void node(ByteWriter& out, std::string_view name, std::uint32_t children) {
    out.string(name).u16(0).u8(0);
    for (int i = 0; i < 16; ++i) out.f32(i % 5 == 0 ? 1 : 0);
    out.u32(children);
}

void nodeV6(ByteWriter& out, std::uint32_t children) {
    out.zeros(24).string("").u16(0).u8(0).u32(0).u32(children);
}

/// Repeats a part until the file is so large, then writes how often into the place of the count.
template <class Part>
void fill(ByteWriter& out, std::uint32_t size, std::uint32_t countAt, Part part) {
    std::uint32_t count = 0;
    while (out.size() < size) part(count++);
    out.poke(countAt, count);
}

/// Two strings of different lengths in turn: no two neighbours share a record.
std::string_view uneven(std::uint32_t index) {
    return index % 2 == 0 ? "" : "x";
}

void tinySections(ByteWriter& out, std::uint32_t size) {
    while (out.size() < size) out.section("");
}

File tinySections(std::uint32_t size) {
    ByteWriter out = begin({});
    tinySections(out, size);
    return out.bytes();
}

/// The sections are as many records as were foreseen, and then there are more.
File tinySectionsAndOthers(std::uint32_t size) {
    ByteWriter out = begin({});
    tinySections(out, size);
    out.section("Sockets").u32(9);
    for (std::uint32_t i = 0; i < 9; ++i) out.u32(0).string(uneven(i)).zeros(28);
    return out.bytes();
}

File differentSections(std::uint32_t size) {
    ByteWriter out = begin({});
    for (std::uint32_t i = 0; out.size() < size; ++i) out.section(std::to_string(i));
    return out.bytes();
}

File sectionsOfLongNames(std::uint32_t size) {
    ByteWriter out = begin({});
    // Every byte of such a name takes three in a path.
    while (out.size() < size) out.section(std::string(std::min(size - out.size(), kLongest), '\xFF'));
    return out.bytes();
}

File repeatedSections(std::uint32_t size) {
    ByteWriter out = begin({});
    while (out.size() < size) out.section("Sockets").u32(0);
    return out.bytes();
}

File repeatedBrokenSections(std::uint32_t size) {
    ByteWriter out = begin({});
    while (out.size() < size) out.section("Sockets").u32(1);
    return out.bytes();
}

File sectionsWithoutTheirNodes(std::uint32_t size) {
    ByteWriter out = beginV6();
    while (out.size() < size) out.section("Animation");
    return out.bytes();
}

File nodesAndTinySections(std::uint32_t size) {
    ByteWriter out = beginV6();
    out.section("Nodes");
    while (out.size() < size / 2) nodeV6(out, 1);
    nodeV6(out, 0);
    tinySections(out, size);
    return out.bytes();
}

File unevenKeyframes(std::uint32_t size) {
    ByteWriter out = begin({});
    out.section("Nodes");
    node(out, "", 0);
    out.u32(0).section("Animation").u32(1).zeros(12).string("").i32(-1).u32(0);
    const std::uint32_t countAt = out.size();
    out.u32(0);
    fill(out, size, countAt, [&](std::uint32_t i) { out.u32(i).string(uneven(i)); });
    return out.bytes();
}

/// Animations without keys, with so many words between name and KeyframeCount.
File emptyAnimations(std::uint32_t size, std::uint32_t version, std::size_t words) {
    ByteWriter out = begin({.version = version, .nodes = 1, .childModels = 0, .lods = 0});
    out.section("Nodes");
    node(out, "", 0);
    out.u32(0).section("Animation");
    const std::uint32_t countAt = out.size();
    out.u32(0);
    fill(out, size, countAt, [&](std::uint32_t i) { out.zeros(12).string(uneven(i)).zeros(4 * words).u32(0); });
    return out.bytes();
}

File emptyAnimations(std::uint32_t size) {
    return emptyAnimations(size, 12, 2);
}

/// Each layout of the dispute has to be tried.
File disputedAnimations(std::uint32_t size) {
    return emptyAnimations(size, 10, 0);
}

/// The strings of version 13 are counted to find the header's unknown word.
File differentNodeNames(std::uint32_t size) {
    ByteWriter out = begin({.version = 13, .nodes = 1, .childModels = 0, .lods = 0});
    out.section("Nodes");
    for (std::uint32_t i = 0; out.size() < size; ++i) node(out, std::to_string(i), 1);
    node(out, "", 0);
    out.u32(0);
    return out.bytes();
}

File emptyPieces(std::uint32_t size) {
    ByteWriter out = begin({});
    out.section("Pieces").u32(0);
    const std::uint32_t countAt = out.size();
    out.u32(0);
    fill(out, size, countAt, [&](std::uint32_t i) { out.u16(0).f32(0).f32(0).f32(0).u16(0).string(uneven(i)); });
    return out.bytes();
}

File emptyLevels(std::uint32_t size) {
    ByteWriter out = begin({.version = 12, .nodes = 0, .childModels = 0, .lods = (size - 200) / 8});
    out.section("Pieces").u32(0).u32(1).u16(0).f32(0).f32(0).f32(0).u16(0).string("");
    while (out.size() + 8 <= size) out.u32(0).u32(0);
    return out.bytes();
}

/// Vertices with and without a weight in turn; each weight names a node that is not there.
void unevenVertices(ByteWriter& out, std::uint32_t size) {
    out.section("Pieces").u32(0).u32(1).u16(0).f32(0).f32(0).f32(0).u16(0).string("").u32(0);
    const std::uint32_t countAt = out.size();
    out.u32(0);
    fill(out, size, countAt, [&](std::uint32_t i) {
        const auto weights = static_cast<std::uint16_t>(i % 2);
        out.u16(weights).u16(0);
        if (weights > 0) out.u32(kLongest).zeros(16);
        out.zeros(24);
    });
}

File unevenVertices(std::uint32_t size) {
    ByteWriter out = begin({.version = 12, .nodes = 1, .childModels = 0, .lods = 1});
    unevenVertices(out, size);
    return out.bytes();
}

/// Whoever looks the place of each weight up passes all sections for each.
File badWeightsAndTinySections(std::uint32_t size) {
    ByteWriter out = begin({.version = 12, .nodes = 1, .childModels = 0, .lods = 1});
    tinySections(out, size / 2);
    out.section("Nodes");
    node(out, "", 0);
    out.u32(0);
    unevenVertices(out, size);
    return out.bytes();
}

File badSocketsAndTinySections(std::uint32_t size) {
    ByteWriter out = begin({.version = 12, .nodes = 1, .childModels = 0, .lods = 0});
    tinySections(out, size / 2);
    out.section("Pieces").u32(0).u32(0).section("Nodes");
    node(out, "", 0);
    out.u32(0).section("Sockets");
    const std::uint32_t countAt = out.size();
    out.u32(0);
    fill(out, size, countAt, [&](std::uint32_t i) { out.u32(kLongest).string(uneven(i)).zeros(28); });
    return out.bytes();
}

File badFaces(std::uint32_t size) {
    ByteWriter out = begin({.version = 12, .nodes = 1, .childModels = 0, .lods = 1});
    out.section("Nodes");
    node(out, "", 0);
    out.u32(0).section("Pieces").u32(0).u32(1).u16(0).f32(0).f32(0).f32(0).u16(0).string("");
    const std::uint32_t countAt = out.size();
    out.u32(0);
    fill(out, size, countAt, [&](std::uint32_t) {
        for (int c = 0; c < 3; ++c) out.f32(0).f32(0).u16(1);
    });
    out.u32(0);
    return out.bytes();
}

File emptyBindingLists(std::uint32_t size) {
    const std::uint32_t lists = std::min(kLongest, size / 10);
    ByteWriter out = begin({.version = 12, .nodes = 0, .childModels = lists, .lods = 0});
    out.section("Nodes").u32(0).section("ChildModels").u16(static_cast<std::uint16_t>(lists));
    for (std::uint32_t i = 0; i < lists; ++i) out.string(uneven(i)).u32(0);
    out.section("AnimBindings");
    for (std::uint32_t i = 0; i < lists; ++i) out.u32(0);
    tinySections(out, size);
    return out.bytes();
}

File unevenWeightSets(std::uint32_t size) {
    ByteWriter out = begin({.version = 12, .nodes = 1, .childModels = 0, .lods = 0});
    out.section("Nodes");
    node(out, "", 0);
    const std::uint32_t countAt = out.size();
    out.u32(0);
    fill(out, size, countAt, [&](std::uint32_t i) { out.string(uneven(i)).u32(0); });
    return out.bytes();
}

/// Every animation's Length differs from its last key.
File wrongLengthsAndTinySections(std::uint32_t size) {
    ByteWriter out = beginV6();
    tinySections(out, size / 2);
    out.section("Geometry").zeros(24).u32(0).u16(0).u32(0).u32(0).u32(0).section("Nodes");
    nodeV6(out, 0);
    out.section("Animation");
    const std::uint32_t countAt = out.size();
    out.u32(0);
    fill(out, size, countAt, [&](std::uint32_t i) {
        out.string(uneven(i)).u32(7).zeros(24).u32(1).zeros(28).string("").zeros(28).zeros(24);
    });
    return out.bytes();
}

/// As many collapses as vertices, each of a vertex that is not there, and a node that deforms them all.
File collapses(std::uint32_t size) {
    const std::uint32_t vertices = std::min(kLongest, size / 26);
    ByteWriter out = beginV6();
    out.section("Geometry").zeros(24).u32(vertices);
    for (std::uint32_t i = 0; i <= vertices; ++i) out.u16(0);
    out.u32(0).u32(vertices).u32(0);
    for (std::uint32_t i = 0; i < vertices; ++i) out.zeros(16).u16(0xFFFF).u16(static_cast<std::uint16_t>(i));
    out.section("Nodes").zeros(24).string("").u16(0).u8(4).u32(vertices);
    for (std::uint32_t i = 0; i < vertices; ++i) out.u16(static_cast<std::uint16_t>(i / 2));
    out.u32(0);
    tinySections(out, size);
    return out.bytes();
}

File nodesAlike(std::uint32_t size) {
    return nestedNodesV12(size / 75);
}

File nodesAlikeV6(std::uint32_t size) {
    return nestedNodesV6(size / 37);
}

}  // namespace

const std::vector<HostileShape>& hostileShapes() {
    static const std::vector<HostileShape> shapes = {
        {"TinySections", tinySections},
        {"TinySectionsAndOthers", tinySectionsAndOthers},
        {"DifferentSections", differentSections},
        {"SectionsOfLongNames", sectionsOfLongNames},
        {"RepeatedSections", repeatedSections},
        {"RepeatedBrokenSections", repeatedBrokenSections},
        {"SectionsWithoutTheirNodes", sectionsWithoutTheirNodes},
        {"NodesAndTinySections", nodesAndTinySections},
        {"UnevenKeyframes", unevenKeyframes},
        {"EmptyAnimations", emptyAnimations},
        {"DisputedAnimations", disputedAnimations},
        {"DifferentNodeNames", differentNodeNames},
        {"EmptyPieces", emptyPieces},
        {"EmptyLevels", emptyLevels},
        {"UnevenVertices", unevenVertices},
        {"BadWeightsAndTinySections", badWeightsAndTinySections},
        {"BadSocketsAndTinySections", badSocketsAndTinySections},
        {"BadFaces", badFaces},
        {"EmptyBindingLists", emptyBindingLists},
        {"UnevenWeightSets", unevenWeightSets},
        {"WrongLengthsAndTinySections", wrongLengthsAndTinySections},
        {"Collapses", collapses},
        {"NestedNodes", nodesAlike},
        {"NestedNodesV6", nodesAlikeV6},
    };
    return shapes;
}

File nestedNodesV12(std::uint32_t count) {
    ByteWriter out = begin({.version = 12, .nodes = count, .childModels = 0, .lods = 0});
    out.section("Nodes");
    for (std::uint32_t i = 0; i < count; ++i) node(out, "", i + 1 < count ? 1 : 0);
    out.u32(0);
    return out.bytes();
}

File nestedNodesV6(std::uint32_t count) {
    ByteWriter out = beginV6();
    out.section("Nodes");
    for (std::uint32_t i = 0; i < count; ++i) nodeV6(out, i + 1 < count ? 1 : 0);
    return out.bytes();
}

}  // namespace abc::testing
