#include "compare_values.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "values.h"
#include "words.h"

namespace core::comparing {

using schema::Scalar;
using schema::Type;

namespace {

/// A struct of more bytes is no vector.
constexpr std::uint32_t kMaxTupleBytes = 16;

struct NumberPlace {
    std::uint32_t start = 0;
    Scalar type = Scalar::U8;
};

/// Numbers that follow each other: of one type, however many, or those of a vector.
struct NumberRun {
    std::uint32_t count = 0;
    NumberPlace first;
    std::array<NumberPlace, kMaxTupleBytes> vector;
    bool isVector = false;

    [[nodiscard]] NumberPlace at(std::uint32_t index) const {
        if (isVector) return vector[index];
        return {first.start + index * schema::scalarSize(first.type), first.type};
    }
    /// Whether all of them are f32.
    [[nodiscard]] bool isFloat() const {
        if (!isVector) return first.type == Scalar::F32;
        return std::all_of(vector.begin(), vector.begin() + count,
                           [](const NumberPlace& place) { return place.type == Scalar::F32; });
    }
};

/// The numbers of a leaf, a list or a vector; none of anything else.
NumberRun numbersOf(const ComparedFile& file, const Found& found) {
    NumberRun run;
    if (found.kind != Place::Kind::Struct) {
        if (!isNumeric(found.type)) return run;
        run.first = {found.start, found.type.scalar()};
        run.count = (found.end - found.start) / schema::scalarSize(run.first.type);
        return run;
    }
    if (found.end - found.start > kMaxTupleBytes) return run;
    run.isVector = true;
    bool areNumbers = true;
    file.walk.leaves(found.start, found.end, false, [&](const Place& leaf, const std::string&) {
        areNumbers = areNumbers && isNumeric(leaf.type);
        if (areNumbers) run.vector[run.count++] = {leaf.start, leaf.type.scalar()};
    });
    return areNumbers ? run : NumberRun{};
}

std::string hexOf(const FileBytes& bytes, std::uint32_t start, std::uint32_t end) {
    static constexpr char digits[] = "0123456789abcdef";
    const std::uint32_t until = std::min<std::uint32_t>(end, start + ComparedValue::kMaxHexBytes);
    std::string text;
    for (const std::byte byte : bytes.subspan(start, until - start)) {
        const auto number = std::to_integer<std::uint8_t>(byte);
        text += {digits[number >> 4U], digits[number & 15U]};
    }
    if (until < end) text += "…";
    return text;
}

}  // namespace

std::string_view textOf(const FileBytes& bytes, const Place& leaf) {
    if (leaf.kind != Place::Kind::Leaf || !leaf.type.isScalar()) return {};
    if (leaf.type == Type(Scalar::String)) return view(bytes, loadText(bytes, leaf.start));
    if (leaf.type != Type(Scalar::Chars) && leaf.type != Type(Scalar::CString)) return {};
    const std::string_view text = view(bytes, {leaf.start, leaf.end - leaf.start});
    return text.substr(0, std::min(text.find('\0'), text.size()));
}

ComparedValue valueOf(const ComparedFile& file, const Found& found) {
    ComparedValue value;
    const FileBytes& bytes = file.bytes();
    if (found.kind == Place::Kind::File || !bytes.isWhole()) return value;
    if (found.kind == Place::Kind::Leaf && !isNumeric(found.type)) {
        if (found.type == Type(Scalar::Bytes)) {
            value.text = hexOf(bytes, found.start, found.end);
            return value;
        }
        Place leaf;
        leaf.kind = Place::Kind::Leaf;
        leaf.type = found.type;
        leaf.start = found.start;
        leaf.end = found.end;
        const std::string_view text = textOf(bytes, leaf);
        value.text = utf8FromLatin1(text.substr(0, ComparedValue::kMaxText));
        if (text.size() > ComparedValue::kMaxText) *value.text += "…";
        return value;
    }
    const NumberRun run = numbersOf(file, found);
    value.isFloat = run.isFloat();
    value.isOne = found.kind == Place::Kind::Leaf;
    for (std::uint32_t i = 0; i < std::min<std::uint32_t>(run.count, ComparedValue::kMaxNumbers); ++i) {
        value.numbers.push_back(numberAt(bytes, run.at(i).start, run.at(i).type));
    }
    return value;
}

void measure(const ComparedFile& left, const Found& a, const ComparedFile& right, const Found& b,
             Difference& difference) {
    if (!left.bytes().isWhole() || !right.bytes().isWhole()) return;
    const NumberRun mine = numbersOf(left, a);
    const NumberRun others = numbersOf(right, b);
    if (mine.count != others.count || mine.count == 0) return;
    difference.numbers = mine.count;
    for (std::uint32_t i = 0; i < mine.count; ++i) {
        const NumberPlace from = mine.at(i);
        const NumberPlace to = others.at(i);
        // As bytes: NaN is itself, and 0 is not −0.
        const bool isSame = loadUnsigned(left.bytes(), from.start, schema::scalarSize(from.type)) ==
                            loadUnsigned(right.bytes(), to.start, schema::scalarSize(to.type));
        if (isSame && from.type == to.type) continue;
        const double distance =
            std::abs(numberAt(right.bytes(), to.start, to.type) - numberAt(left.bytes(), from.start, from.type));
        ++difference.differing;
        // What is no number stays none.
        if (!std::isnan(difference.deviation) && !(distance <= difference.deviation)) difference.deviation = distance;
    }
}

}  // namespace core::comparing
