#include "compare_values.h"

#include <algorithm>
#include <cmath>

#include "words.h"

namespace core::comparing {

using schema::Scalar;
using schema::Type;

namespace {

/// A struct of more bytes is no vector.
constexpr std::uint32_t kMaxTupleBytes = 16;

/// Numbers that follow each other.
struct NumberRun {
    std::uint32_t start = 0;
    std::uint32_t count = 0;
    Scalar type = Scalar::U8;
};

/// The numbers of a leaf, a list or a vector, whose numbers are all of one type; none of anything else.
NumberRun numbersOf(const ComparedFile& file, const Found& found) {
    if (found.kind != Place::Kind::Struct) {
        if (!isNumeric(found.type)) return {};
        return {found.start, (found.end - found.start) / schema::scalarSize(found.type.scalar()), found.type.scalar()};
    }
    if (found.end - found.start > kMaxTupleBytes) return {};
    NumberRun run{found.start, 0, Scalar::U8};
    bool isAlike = true;
    file.walk.leaves(found.start, found.end, false, [&](const Place& leaf, const std::string&) {
        if (run.count++ == 0 && leaf.type.isScalar()) run.type = leaf.type.scalar();
        isAlike = isAlike && isNumeric(leaf.type) && leaf.type == Type(run.type);
    });
    return isAlike ? run : NumberRun{};
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

double numberAt(const FileBytes& bytes, std::uint32_t offset, Scalar type) {
    switch (type) {
        case Scalar::U8: return load<std::uint8_t>(bytes, offset);
        case Scalar::I8: return load<std::int8_t>(bytes, offset);
        case Scalar::U16: return load<std::uint16_t>(bytes, offset);
        case Scalar::I16: return load<std::int16_t>(bytes, offset);
        case Scalar::U32: return load<std::uint32_t>(bytes, offset);
        case Scalar::I32: return load<std::int32_t>(bytes, offset);
        case Scalar::F32: return double{load<float>(bytes, offset)};
        case Scalar::String:
        case Scalar::Bytes:
        case Scalar::Chars:
        case Scalar::CString: break;
    }
    return 0;
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
    const std::uint32_t size = schema::scalarSize(run.type);
    value.isFloat = run.type == Scalar::F32;
    value.isOne = found.kind == Place::Kind::Leaf;
    for (std::uint32_t i = 0; i < std::min<std::uint32_t>(run.count, ComparedValue::kMaxNumbers); ++i) {
        value.numbers.push_back(numberAt(bytes, run.start + i * size, run.type));
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
        const std::uint32_t size = schema::scalarSize(mine.type);
        const std::uint32_t otherSize = schema::scalarSize(others.type);
        const std::uint32_t at = mine.start + i * size;
        const std::uint32_t other = others.start + i * otherSize;
        // As bytes: NaN is itself, and 0 is not −0.
        const bool isSame = loadUnsigned(left.bytes(), at, size) == loadUnsigned(right.bytes(), other, otherSize);
        if (isSame && mine.type == others.type) continue;
        const double distance =
            std::abs(numberAt(right.bytes(), other, others.type) - numberAt(left.bytes(), at, mine.type));
        ++difference.differing;
        // What is no number stays none.
        if (!std::isnan(difference.deviation) && !(distance <= difference.deviation)) difference.deviation = distance;
    }
}

}  // namespace core::comparing
