#include "query.h"

#include "core/query.h"
#include "from_js.h"
#include "structure.h"

namespace bindings {

using core::FilterTerm;
using core::schema::Scalar;

namespace {

constexpr const char* PARTS[] = {"any", "name", "type", "value", "refers"};
constexpr const char* COMPARISONS[] = {"contains", "=", "<", "<=", ">", ">="};

/// The value at the position of a name in a list; the first when it is in none.
template <class Value, std::size_t N>
Value named(const char* const (&names)[N], const val& name) {
    const std::string text = textOf(name);
    for (std::size_t i = 0; i < N; ++i) {
        if (text == names[i]) return static_cast<Value>(i);
    }
    return Value{};
}

}  // namespace

core::Filter filterOf(const val& terms) {
    if (!terms.isArray()) throw WrongArgument();
    const auto count = terms["length"].as<std::uint32_t>();
    std::vector<FilterTerm> list;
    for (std::uint32_t i = 0; i < count; ++i) {
        const val term = terms[i];
        if (!isObject(term)) throw WrongArgument();
        const val number = term["number"];
        FilterTerm& made = list.emplace_back();
        made.part = named<FilterTerm::Part>(PARTS, term["part"]);
        made.comparison = named<FilterTerm::Comparison>(COMPARISONS, term["comparison"]);
        made.text = textOf(term["text"]);
        if (number.isNumber()) made.number = number.as<double>();
        made.isNegated = term["isNegated"].isTrue();
    }
    return core::Filter(list);
}

bool matches(const val& terms, const std::string& name, const std::string& type, const val& leaf) {
    const core::Filter filter = filterOf(terms);
    Scalar scalar = Scalar::U8;
    while (scalar != Scalar::Space && core::nameOf(core::schema::kScalarNames, scalar) != type) {
        scalar = static_cast<Scalar>(static_cast<std::uint8_t>(scalar) + 1);
    }
    std::vector<std::uint8_t> bytes;
    if (!leaf.isNull()) bytes = bytesOf(leaf);
    const bool hasValue = !leaf.isNull() && core::nameOf(core::schema::kScalarNames, scalar) == type &&
                          bytes.size() >= core::schema::scalarSize(scalar);
    const auto verdict = filter.verdict(name, type, hasValue ? core::valueKind(scalar) : core::ValueKind::Rows);
    return verdict.isPossible &&
           (verdict.open.empty() || filter.fits(verdict, scalar, std::as_bytes(std::span(bytes))));
}

val StructureFile::search(const val& terms, std::uint32_t from, std::uint32_t budget) const {
    const core::SearchPart part =
        core::search(document_->bytes, document_->walk(), document_->dialect, filterOf(terms), from, budget);
    std::vector<std::uint8_t> depths;
    std::vector<std::uint8_t> fits;
    for (const core::FoundNode& node : part.nodes) {
        depths.push_back(node.depth);
        fits.push_back(node.fits ? 1 : 0);
    }
    val out = val::object();
    out.set("paths", arrayOf(part.nodes, [](const core::FoundNode& node) { return val(node.path); }));
    out.set("depths", copied(depths));
    out.set("fits", copied(fits));
    out.set("next", part.next);
    return out;
}

val nothingFound() {
    val out = val::object();
    out.set("paths", val::array());
    for (const char* column : {"depths", "fits"}) out.set(column, copied(std::vector<std::uint8_t>{}));
    out.set("next", 0);
    return out;
}

}  // namespace bindings
