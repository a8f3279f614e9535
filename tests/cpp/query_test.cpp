// Searching and the places of elements, held against asking for one node after another.
#include <core/query.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>

#include "support/all_fixtures.h"
#include "support/byte_writer.h"
#include "support/thorough.h"

namespace abc::testing {
namespace {

using Part = FilterTerm::Part;
using Comparison = FilterTerm::Comparison;
using schema::Scalar;

FilterTerm word(std::string text, std::optional<double> number = {}) {
    return {Part::Any, Comparison::Contains, std::move(text), number};
}
FilterTerm named(std::string text) {
    return {Part::Name, Comparison::Contains, std::move(text), {}};
}
FilterTerm typed(std::string text) {
    return {Part::Type, Comparison::Contains, std::move(text), {}};
}
FilterTerm valued(std::string text, std::optional<double> number = {}) {
    return {Part::Value, Comparison::Contains, std::move(text), number};
}
FilterTerm compared(Comparison comparison, double number) {
    return {Part::Value, comparison, "", number};
}

FilterTerm negated(FilterTerm term) {
    term.isNegated = true;
    return term;
}

bool fits(const std::vector<FilterTerm>& terms, std::string_view name, Scalar type,
          const std::vector<std::byte>& leaf) {
    const Filter filter(terms);
    const auto verdict = filter.verdict(name, nameOf(schema::kScalarNames, type), valueKind(type));
    return verdict.isPossible && filter.fits(verdict, type, leaf);
}

TEST(Filter, FitsNamesAndTypesInAnyCase) {
    const auto zero = ByteWriter().f32(0).bytes();
    EXPECT_TRUE(fits({word("bias")}, "Bias", Scalar::F32, zero));
    EXPECT_TRUE(fits({word("f3")}, "Bias", Scalar::F32, zero));
    EXPECT_TRUE(fits({named("ia")}, "Bias", Scalar::F32, zero));
    EXPECT_FALSE(fits({named("f32")}, "Bias", Scalar::F32, zero));
    EXPECT_FALSE(fits({typed("bias")}, "Bias", Scalar::F32, zero));
    EXPECT_TRUE(fits({named("bias"), typed("f32")}, "Bias", Scalar::F32, zero));
    EXPECT_FALSE(fits({named("bias"), typed("u32")}, "Bias", Scalar::F32, zero)) << "all terms must fit";
    EXPECT_TRUE(fits({}, "Bias", Scalar::F32, zero));
}

TEST(Filter, TakesWhatDoesNotFitWhereATermIsNegated) {
    const auto zero = ByteWriter().f32(0).bytes();
    EXPECT_FALSE(fits({negated(word("bias"))}, "Bias", Scalar::F32, zero));
    EXPECT_TRUE(fits({negated(word("x"))}, "Bias", Scalar::F32, zero));
    EXPECT_FALSE(fits({negated(valued("0", 0))}, "Bias", Scalar::F32, zero));
    EXPECT_TRUE(fits({negated(compared(Comparison::Greater, 0))}, "Bias", Scalar::F32, zero));
    EXPECT_TRUE(fits({typed("f32"), negated(named("x"))}, "Bias", Scalar::F32, zero));
    EXPECT_TRUE(Filter({negated(valued("0", 0))}).verdict("Nodes", "Node", ValueKind::Rows).isPossible)
        << "what has no value does not have that one";
}

TEST(Filter, ComparesNumbersAsTheyAreStored) {
    const auto number = [](const FilterTerm& term, Scalar type, const ByteWriter& writer) {
        return fits({term}, "N", type, writer.bytes());
    };
    EXPECT_TRUE(number(word("0.7", 0.7), Scalar::F32, ByteWriter().f32(0.7F)))
        << "the decimal that an f32 is written as";
    EXPECT_FALSE(number(word("0.", 0.0), Scalar::F32, ByteWriter().f32(0.7F))) << "no part of its digits";
    EXPECT_TRUE(number(compared(Comparison::Greater, 0.69), Scalar::F32, ByteWriter().f32(0.7F)));
    EXPECT_FALSE(number(compared(Comparison::GreaterOrEqual, 1), Scalar::F32, ByteWriter().f32(0.7F)));
    EXPECT_TRUE(number(compared(Comparison::LessOrEqual, -3), Scalar::I8, ByteWriter().u8(0xFD)));
    EXPECT_FALSE(number(compared(Comparison::Less, 0), Scalar::U8, ByteWriter().u8(0xFD)));
    EXPECT_TRUE(number(compared(Comparison::Equal, 65533), Scalar::U16, ByteWriter().u16(0xFFFD)));
    EXPECT_TRUE(number(compared(Comparison::Equal, -3), Scalar::I16, ByteWriter().u16(0xFFFD)));
    EXPECT_TRUE(number(compared(Comparison::Equal, 4294967293.0), Scalar::U32, ByteWriter().u32(0xFFFFFFFD)));
    EXPECT_TRUE(number(compared(Comparison::Equal, -3), Scalar::I32, ByteWriter().u32(0xFFFFFFFD)));
    EXPECT_TRUE(number(valued("nan", NAN), Scalar::F32, ByteWriter().f32(NAN)));
    EXPECT_FALSE(number(compared(Comparison::Greater, 0), Scalar::F32, ByteWriter().f32(NAN)));
    EXPECT_TRUE(number(valued("1e39", 1e39), Scalar::F32, ByteWriter().f32(INFINITY))) << "no f32 is as large";
    EXPECT_FALSE(number(valued("torso"), Scalar::U8, ByteWriter().u8(0)));
}

TEST(Filter, FindsTextsInAnyCaseOfLatin1) {
    const auto string = ByteWriter().string("Torso \xC4 \xD7 <1>").bytes();
    EXPECT_TRUE(fits({valued("torso")}, "N", Scalar::String, string));
    EXPECT_TRUE(fits({valued("o \xC3\xA4")}, "N", Scalar::String, string)) << "ä is Ä in lower case";
    EXPECT_TRUE(fits({valued("\xC3\x97")}, "N", Scalar::String, string)) << "× has no case";
    EXPECT_FALSE(fits({valued("\xC3\xB7")}, "N", Scalar::String, string)) << "÷ is not its lower case";
    EXPECT_FALSE(fits({valued("\xE2\x82\xAC")}, "N", Scalar::String, string)) << "no text of Latin-1 has a €";
    EXPECT_TRUE(fits({valued("1", 1)}, "N", Scalar::String, string));
    EXPECT_FALSE(fits({compared(Comparison::Equal, 1)}, "N", Scalar::String, string));
    // The two bytes of the length are no text.
    EXPECT_FALSE(fits({valued("a")}, "N", Scalar::String, ByteWriter().string(std::string(0x61, 'b')).bytes()));
}

TEST(Filter, FindsCharsUpToTheirZeroAndBytesByTheirDigits) {
    const auto chars = ByteWriter().raw(std::string_view("one\0two", 7)).bytes();
    EXPECT_TRUE(fits({valued("one")}, "N", Scalar::Chars, chars));
    EXPECT_FALSE(fits({valued("two")}, "N", Scalar::Chars, chars));
    const auto bytes = ByteWriter().u8(0x1A).u8(0xB2).zeros(4096).u8(0xFF).bytes();
    EXPECT_TRUE(fits({valued("1ab2")}, "N", Scalar::Bytes, bytes));
    EXPECT_TRUE(fits({valued("ab")}, "N", Scalar::Bytes, bytes)) << "from the middle of a byte to that of the next";
    EXPECT_FALSE(fits({valued("1b")}, "N", Scalar::Bytes, bytes));
    EXPECT_FALSE(fits({valued("ff")}, "N", Scalar::Bytes, bytes)) << "after the bytes that are searched";
}

/// What a filter of the tests means, said a second time: by the path and the bytes of one node alone.
bool fitsByItself(const std::vector<FilterTerm>& terms, const Dialect& dialect, const Place& node,
                  const std::string& name, Bytes bytes) {
    const auto lower = [](std::string text) {
        for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        return text;
    };
    const bool isLeaf = node.kind == Place::Kind::Leaf;
    const std::string type(node.type.isScalar() ? nameOf(schema::kScalarNames, node.type.scalar())
                                                : dialect.describe(node.type.id()).name);
    std::optional<double> number;
    std::optional<std::string> text;
    if (isLeaf) {
        const std::uint32_t at = node.start;
        switch (node.type.scalar()) {
            case Scalar::U8: number = load<std::uint8_t>(bytes, at); break;
            case Scalar::I8: number = load<std::int8_t>(bytes, at); break;
            case Scalar::U16: number = load<std::uint16_t>(bytes, at); break;
            case Scalar::I16: number = load<std::int16_t>(bytes, at); break;
            case Scalar::U32: number = load<std::uint32_t>(bytes, at); break;
            case Scalar::I32: number = load<std::int32_t>(bytes, at); break;
            case Scalar::F32: number = load<float>(bytes, at); break;
            case Scalar::String: text = std::string(view(bytes, loadText(bytes, at))); break;
            case Scalar::Chars:
            case Scalar::CString:
                text = std::string(view(bytes, {at, node.end - at}).data(), node.end - at).c_str();
                break;
            // Of texts alone.
            case Scalar::Number:
            case Scalar::Word:
            case Scalar::Quoted:
            case Scalar::Space: break;
            case Scalar::Bytes:
                text = "";
                for (std::uint32_t i = at; i < std::min(node.end, at + 4096); ++i) {
                    char digits[3];
                    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned>(bytes[i]));
                    *text += digits;
                }
        }
    }
    for (const FilterTerm& term : terms) {
        const bool isAny = term.part == Part::Any;
        const auto has = [&](const std::string& whole) { return lower(whole).find(term.text) != std::string::npos; };
        bool fits = (isAny || term.part == Part::Name) && has(name);
        fits = fits || ((isAny || term.part == Part::Type) && has(type));
        if (isAny || term.part == Part::Value) {
            const bool isGreater = term.comparison == Comparison::Greater;
            if (number && term.number) fits = fits || (isGreater ? *number > *term.number : *number == *term.number);
            if (text && !isGreater) fits = fits || has(*text);
        }
        if (fits == term.isNegated) return false;
    }
    return true;
}

using Visit = std::function<void(const Place&, const std::string& path, const std::string& name, std::uint8_t depth)>;

/// Every node, each before those in it.
void visitAll(const Walk& walk, const Place& node, const std::string& path, std::uint8_t depth, const Visit& visit) {
    walk.children(node, path, 0, kNone, [&](const Place& child, const std::string& at) {
        const std::string rest = at.substr(path.size());
        visit(child, at, rest.starts_with('.') ? rest.substr(1) : rest, depth);
        visitAll(walk, child, at, static_cast<std::uint8_t>(depth + 1), visit);
    });
}

struct Hit {
    std::string path;
    std::uint8_t depth;
    bool operator==(const Hit&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Hit& hit) {
    return out << hit.path << " in " << int{hit.depth};
}

/// What a search gives in parts; that each begins with what is around its finds.
std::vector<Hit> found(const Document& document, const std::vector<FilterTerm>& terms, std::uint32_t budget) {
    const Filter filter(terms);
    const auto size = static_cast<std::uint32_t>(document.bytes.size());
    std::vector<Hit> hits;
    for (std::uint32_t from = 0; from < size;) {
        const SearchPart part = search(document.bytes, document.walk(), document.dialect, filter, from, budget);
        EXPECT_GT(part.next, from) << "no progress";
        if (part.next <= from) break;
        std::vector<std::string> around;
        for (const FoundNode& node : part.nodes) {
            EXPECT_LE(node.depth, around.size()) << node.path;
            around.resize(node.depth);
            EXPECT_TRUE(around.empty() || node.path.starts_with(around.back())) << node.path;
            around.push_back(node.path);
            if (node.fits) hits.push_back({node.path, node.depth});
        }
        EXPECT_TRUE(part.nodes.empty() || part.nodes.back().fits);
        from = part.next;
    }
    return hits;
}

const std::vector<std::vector<FilterTerm>>& filters() {
    static const std::vector<std::vector<FilterTerm>> list{
        {},
        {word("zzz")},
        {typed("vec")},
        {typed("string")},
        {word("3", 3)},
        {named("[1")},
        {named("x"), compared(Comparison::Greater, 0.5)},
        {word("0", 0)},
        {named("data")},
        {word("unparsed")},
        {typed("bytes"), valued("00", 0)},
        {named("weights")},
        {valued("o")},
        {word("n"), word("o"), word("0", 0)},
        {negated(typed("f32"))},
        {negated(word("0", 0)), negated(named("e"))},
        {typed("f32"), negated(compared(Comparison::Greater, 0.5))},
        {negated(named("[1")), negated(word("zzz")), valued("o")},
    };
    return list;
}

void expectSearchFindsWhatFits(const Document& document, std::initializer_list<std::uint32_t> budgets) {
    struct Node {
        Place place;
        std::string name;
        Hit hit;
    };
    std::vector<Node> nodes;
    const Walk walk = document.walk();
    visitAll(walk, walk.file(), "", 0,
             [&](const Place& place, const std::string& path, const std::string& name, std::uint8_t depth) {
                 nodes.push_back({place, name, {path, depth}});
             });
    for (const auto& terms : filters()) {
        std::vector<Hit> expected;
        for (const auto& [place, name, hit] : nodes) {
            if (fitsByItself(terms, document.dialect, place, name, document.bytes)) expected.push_back(hit);
        }
        for (const std::uint32_t budget : budgets) EXPECT_EQ(found(document, terms, budget), expected) << budget;
    }
}

class Query : public ::testing::TestWithParam<std::size_t> {
protected:
    Query() : file_(allFixtures()[GetParam()].file) {}
    Opened file_;
};

TEST_P(Query, FindsWhatOneNodeAfterAnotherDoesHoweverItIsParted) {
    expectSearchFindsWhatFits(file_.document, {1, 7, 100, kNone});
}

TEST_P(Query, FindsTheSameInDamagedFiles) {
    const File& whole = allFixtures()[GetParam()].file;
    const std::size_t step = 1 + whole.size() / (kThorough ? 5 : 2);
    for (std::size_t cut = 1; cut < whole.size(); cut += step) {
        const File file(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(cut));
        expectSearchFindsWhatFits(parse(file), {29});
    }
    for (std::size_t at = 3; at < whole.size(); at += step) {
        File file = whole;
        file[at] = ~file[at];
        expectSearchFindsWhatFits(parse(file), {50});
    }
}

/// Places and types of the leaves of an element, from its start.
std::vector<std::array<std::uint32_t, 2>> shapeOf(const Walk& walk, std::uint32_t start, std::uint32_t end) {
    std::vector<std::array<std::uint32_t, 2>> shape;
    walk.leaves(start, end, false, [&](const Place& leaf, const std::string&) {
        shape.push_back({leaf.start - start, std::uint32_t{leaf.type.code()}});
    });
    return shape;
}

TEST_P(Query, KnowsWhereEveryElementOfEveryListLies) {
    const Walk walk = file_.document.walk();
    std::size_t lists = 0;
    visitAll(walk, walk.file(), "", 0,
             [&](const Place& node, const std::string& path, const std::string&, std::uint8_t) {
                 const Elements elements = elementsOf(walk, file_.document.dialect, node);
                 if (node.kind != Place::Kind::Array) {
                     EXPECT_TRUE(elements.starts.empty()) << path;
                     return;
                 }
                 ++lists;
                 std::vector<std::uint32_t> expected;
                 std::map<std::uint32_t, std::vector<std::array<std::uint32_t, 2>>> shapes;
                 walk.children(node, path, 0, kNone, [&](const Place& element, const std::string& at) {
                     expected.push_back(element.start);
                     const auto shape = shapeOf(walk, element.start, element.end);
                     const auto& first = shapes.emplace(element.end - element.start, shape).first->second;
                     EXPECT_TRUE(!elements.sizeTellsFields || shape == first) << at;
                 });
                 expected.push_back(node.end);
                 EXPECT_EQ(elements.starts, expected) << path;
             });
    EXPECT_GT(lists, 0U);
}

INSTANTIATE_TEST_SUITE_P(, Query, ::testing::ValuesIn(fixtureIndices()),
                         [](const auto& param) { return fixtureName(param.param); });

TEST(Elements, SayWhetherTheirSizeTellsTheirFields) {
    const auto tells = [](const Opened& file, const char* path) {
        const Walk walk = file.document.walk();
        return elementsOf(walk, file.document.dialect, walk.resolve(path).value()).sizeTellsFields;
    };
    const Opened v12(smallV12());
    EXPECT_TRUE(tells(v12, "Pieces.Pieces[0].LODs[0].Faces")) << "all of one size";
    EXPECT_TRUE(tells(v12, "Pieces.Pieces[0].LODs[0].Vertices")) << "one list";
    EXPECT_FALSE(tells(v12, "Pieces.Pieces")) << "lists of lists";
    EXPECT_TRUE(tells(v12, "Nodes.Nodes")) << "one text";
    EXPECT_FALSE(tells(v12, "Nodes.WeightSets")) << "a text and a list";
    EXPECT_TRUE(tells(v12, "Animation.Animations[0].NodeTransforms"));
    const Opened v6(smallV6());
    EXPECT_FALSE(tells(v6, "Nodes.Nodes")) << "a text and a list";
    EXPECT_TRUE(tells(v6, "Geometry.VertexStartNum")) << "numbers";
}

}  // namespace
}  // namespace abc::testing
