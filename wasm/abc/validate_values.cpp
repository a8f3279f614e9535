// Every number and string of the file, by the schema: numbers are finite, rotations have length 1, strings
// are plain. Runs of equal elements are checked in one pass each; only a bad one is looked at closely.
#include <algorithm>

#include "check.h"
#include "core/fields.h"
#include "limits.h"
#include "schema_common.h"
#include "simd.h"

namespace abc {

using schema::Field;
using schema::Id;
using schema::Repeat;
using schema::Scalar;
using schema::Type;

namespace {

/// Real key rotations have lengths of 0.999 to 1.0005 (abc.md §4.3); 0.998 to 1.002 pass. Squared, that is a
/// middle and a distance from it, which one comparison checks.
constexpr float kShortestSquared = 0.998F * 0.998F;
constexpr float kLongestSquared = 1.002F * 1.002F;
constexpr float kMiddleSquared = (kShortestSquared + kLongestSquared) / 2;
constexpr float kFurthestSquared = (kLongestSquared - kShortestSquared) / 2;

/// Bounds are leftover in many files and unknown fields may be no numbers: neither is judged (abc.md §2, §3).
bool isJudged(const Field& field) {
    return !field.name.starts_with("Bounds") && !field.name.starts_with("Unknown");
}

/// Bytes that are looked at together: they fit into the smallest caches twice.
constexpr std::uint32_t kNearBytes = 16384;

/// Numbers or rotations in a row.
struct Span {
    std::uint32_t offset = 0;
    std::uint32_t count = 0;
    std::uint32_t stride = 0;
};

struct StringAt {
    std::uint32_t offset = 0;
    const StringLimit* limit = nullptr;
};

/// What there is to check in an element, by offset from its start.
struct Contents {
    std::vector<Span> floats;
    std::vector<Span> quaternions;
    std::vector<StringAt> strings;
    /// Up to where the element was walked.
    std::uint32_t size = 0;

    void addFloats(std::uint32_t offset, std::uint32_t count) {
        if (!floats.empty() && floats.back().offset + floats.back().count * 4 == offset) {
            floats.back().count += count;
        } else {
            floats.push_back({offset, count, 4});
        }
    }
    /// Appends `count` elements of the same contents and size.
    void addElements(const Contents& element, std::uint32_t offset, std::uint32_t count) {
        const bool onlyFloats = element.floats.size() == 1 && element.floats[0].count * 4 == element.size;
        if (onlyFloats) {
            addFloats(offset, element.floats[0].count * count);
        } else if (!element.floats.empty()) {
            for (std::uint32_t i = 0; i < count; ++i) {
                for (const Span& span : element.floats) addFloats(offset + i * element.size + span.offset, span.count);
            }
        }
        for (const Span& span : element.quaternions) {
            quaternions.push_back({offset + span.offset, count, element.size});
        }
    }
};

/// NaN and infinity have exponent 255; adding 1 to the exponent carries into the sign bit.
template <class T>
T carried(T bits) {
    return (bits & 0x7FFFFFFFU) + 0x00800000U;
}

bool isFinite(std::uint32_t bits) {
    return (carried(bits) & 0x80000000U) == 0;
}

/// Four numbers at a time, without a branch.
bool allFinite(Bytes bytes, std::uint32_t offset, std::uint32_t count) {
    Bits4 fours{};
    std::uint32_t i = 0;
    for (; i + 3 < count; i += 4) fours |= carried(load<Bits4>(bytes, offset + i * 4));
    std::uint32_t all = fours[0] | fours[1] | fours[2] | fours[3];
    for (; i < count; ++i) all |= carried(load<std::uint32_t>(bytes, offset + i * 4));
    return (all & 0x80000000U) == 0;
}

float squaredLength(Quat q) {
    return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
}

/// False for what is no number, too.
bool isUnit(Quat q) {
    return std::abs(squaredLength(q) - kMiddleSquared) <= kFurthestSquared;
}

/// How many of four rotations are of length 1: the same sums as of one, side by side.
std::uint32_t unitsOfFour(Bytes bytes, std::uint32_t at, std::uint32_t stride) {
    const auto squares = [&](std::uint32_t i) {
        const auto q = load<Float4>(bytes, at + i * stride);
        return q * q;
    };
    const Float4 xy01 = __builtin_shufflevector(squares(0), squares(1), 0, 4, 1, 5);
    const Float4 zw01 = __builtin_shufflevector(squares(0), squares(1), 2, 6, 3, 7);
    const Float4 xy23 = __builtin_shufflevector(squares(2), squares(3), 0, 4, 1, 5);
    const Float4 zw23 = __builtin_shufflevector(squares(2), squares(3), 2, 6, 3, 7);
    const Float4 lengths =
        __builtin_shufflevector(xy01, xy23, 0, 1, 4, 5) + __builtin_shufflevector(xy01, xy23, 2, 3, 6, 7) +
        __builtin_shufflevector(zw01, zw23, 0, 1, 4, 5) + __builtin_shufflevector(zw01, zw23, 2, 3, 6, 7);
    const Float4 off = lengths - kMiddleSquared;
    const auto isUnit = (off <= kFurthestSquared) & (off >= -kFurthestSquared);
    return static_cast<std::uint32_t>(-(isUnit[0] + isUnit[1] + isUnit[2] + isUnit[3]));
}

class ValueChecker {
public:
    explicit ValueChecker(Check& check)
        : check_(check), bytes_(check.document.bytes), dialect_(check.document.dialect) {}

    void run() {
        const auto& sections = check_.document.sections;
        for (std::uint32_t i = 0; i < sections.size(); ++i) {
            // What was read before a fault may be its cause and no numbers at all; of a repeated section
            // nothing is used.
            if (sections[i].ordinal == 0 && !check_.isFaulty(i)) section(check_.section(i).place());
        }
    }

private:
    void section(const Place& place) {
        const Records& records = check_.document.records;
        const std::uint32_t behind = records.firstAfter(place.record, place.end);
        for (std::uint32_t i = place.record; i < behind; ++i) {
            const Record& record = records[i];
            if (record.group || record.type == Type(Scalar::Bytes)) continue;
            const bool isInGroup = record.parent != kNone && records[record.parent].group;
            group_ = isInGroup ? record.parent : i;
            if (record.type == Type(Scalar::F32)) {
                numbers(record.start, record.count);
            } else if (!record.type.isScalar()) {
                structs(record);
            }
        }
    }

    void structs(const Record& record) {
        const schema::StructId id = record.type.id();
        const std::uint32_t stride = record.stride();
        if (dialect_.sizeTellsAll(id)) {
            elements(contentsOf(record), record.start, record.count, stride);
            return;
        }
        for (std::uint32_t at = record.start; at < record.end; at += stride) {
            Contents contents;
            walk(id, record.dims, at, record.end, contents);
            elements(contents, at, 1, stride);
        }
    }

    /// What every element of a record of alike ones holds. The last few are kept: runs of vertices alternate
    /// between as many sizes as there are counts of weights.
    const Contents& contentsOf(const Record& record) {
        const auto* const known = std::find_if(known_.begin(), known_.end(), [&](const Known& other) {
            return other.type == record.type && other.stride == record.stride() && other.dims == record.dims;
        });
        if (known != known_.end()) return known->contents;
        Known& oldest = known_[made_++ % known_.size()];
        oldest = {record.type, record.stride(), record.dims, {}};
        walk(record.type.id(), record.dims, record.start, record.end, oldest.contents);
        return oldest.contents;
    }

    /// Collects what a struct holds, up to `end` or to the first array whose elements have no common size: after
    /// such arrays are only counters. An array that has records of its own is passed over.
    void walk(schema::StructId id, Dims dims, std::uint32_t start, std::uint32_t end, Contents& out) {
        const bool isContainer = dialect_.shape(id) == Dialect::Shape::Container;
        std::uint32_t size = 0;
        bool isComplete = true;
        forEachField(dialect_, id, bytes_, start, end, dims, [&](const FieldAt& at) {
            const bool hasRecords = at.field.isRuntimeArray() && isContainer;
            const bool hasSize = !hasRecords || (at.field.repeat == Repeat::Counted && at.field.type.isScalar());
            isComplete = at.offset + at.size <= end && hasSize;
            if (!isComplete) return false;
            const auto offset = static_cast<std::uint32_t>(at.offset - start);
            size = offset + static_cast<std::uint32_t>(at.size);
            if (at.field.type == Type(Scalar::String)) {
                out.strings.push_back({offset, &limitOf(id, at.field)});
            } else if (!hasRecords && at.count > 0 && isJudged(at.field)) {
                add(at.field.type, dims, start + offset, offset, static_cast<std::uint32_t>(at.count), out);
            }
            return true;
        });
        if (isComplete) out.size = size;
    }

    void add(Type type, Dims dims, std::uint32_t start, std::uint32_t offset, std::uint32_t count, Contents& out) {
        if (type == Type(Scalar::F32)) {
            out.addFloats(offset, count);
        } else if (!type.isScalar()) {
            if (dialect_.shape(type.id()) == Dialect::Shape::Fixed) {
                out.addElements(fixedContents(type.id(), start), offset, count);
                return;
            }
            Contents element;
            walk(type.id(), dims, start, start + static_cast<std::uint32_t>(dialect_.elementSize(type, dims)), element);
            out.addElements(element, offset, count);
        }
    }

    /// What every element of a struct of fixed size holds; one of them is at `start`.
    const Contents& fixedContents(schema::StructId id, std::uint32_t start) {
        Contents& contents = fixed_[id.index()];
        if (contents.size == 0) {
            walk(id, {}, start, start + dialect_.minimumSize(id), contents);
            if (id == Id::Quaternion) contents.quaternions.push_back({0, 1, contents.size});
        }
        return contents;
    }

    /// Checks `count` elements with the same contents, so many at a time that they stay in the processor's nearest
    /// memory while one look after another is taken at them.
    void elements(const Contents& contents, std::uint32_t start, std::uint32_t count, std::uint32_t stride) {
        const std::uint32_t most = std::max(kNearBytes / std::max(stride, 1U), 1U);
        for (std::uint32_t i = 0; i < count; i += most) {
            nearElements(contents, start + i * stride, std::min(most, count - i), stride);
        }
    }

    void nearElements(const Contents& contents, std::uint32_t start, std::uint32_t count, std::uint32_t stride) {
        const auto& floats = contents.floats;
        if (floats.size() == 1 && floats[0].count * 4 == stride) {
            numbers(start, floats[0].count * count);
        } else if (!floats.empty()) {
            for (std::uint32_t i = 0; i < count; ++i) {
                for (const Span& span : floats) numbers(start + i * stride + span.offset, span.count);
            }
        }
        for (const Span& span : contents.quaternions) {
            for (std::uint32_t i = 0; i < count; ++i) rotations(start + i * stride + span.offset, span);
        }
        for (const StringAt& text : contents.strings) {
            for (std::uint32_t i = 0; i < count; ++i) string(start + i * stride + text.offset, *text.limit);
        }
    }

    void numbers(std::uint32_t start, std::uint32_t count) {
        if (allFinite(bytes_, start, count)) return;
        for (std::uint32_t at = start; at < start + count * 4; at += 4) {
            if (isFinite(load<std::uint32_t>(bytes_, at))) continue;
            check_.findings.add(Code::NumberNotFinite, group_, [&] {
                return Findings::Detail{check_.placeAt(at, Scalar::F32), {decimal(load<float>(bytes_, at))}};
            });
        }
    }

    void rotations(std::uint32_t start, const Span& span) {
        std::uint32_t i = 0;
        std::uint32_t good = 0;
        for (; i + 3 < span.count; i += 4) good += unitsOfFour(bytes_, start + i * span.stride, span.stride);
        for (; i < span.count; ++i) good += isUnit(load<Quat>(bytes_, start + i * span.stride)) ? 1U : 0U;
        if (good == span.count) return;
        for (i = 0; i < span.count; ++i) {
            const std::uint32_t at = start + i * span.stride;
            const auto rotation = load<Quat>(bytes_, at);
            // What is no number is a finding of its own.
            if (isUnit(rotation) || !allFinite(bytes_, at, 4)) continue;
            check_.findings.add(Code::QuaternionNotUnit, group_, [&] {
                return Findings::Detail{check_.placeAt(at, Id::Quaternion),
                                        {decimal(std::sqrt(double{squaredLength(rotation)}))}};
            });
        }
    }

    void string(std::uint32_t start, const StringLimit& limit) {
        const std::string_view text = view(bytes_, loadText(bytes_, start));
        const auto place = [&] { return check_.placeAt(start, Scalar::String); };
        const auto* const odd = std::find_if(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; });
        if (odd != text.end()) {
            check_.findings.add(Code::StringNotAscii, group_, [&] {
                return Findings::Detail{place(), {hex(static_cast<std::uint8_t>(*odd))}};
            });
        }
        if (check_.isV6() && text.size() > kLongestString6) {
            check_.findings.add(Code::StringTooLong, group_, [&] {
                return Findings::Detail{place(), {grouped(text.size()), grouped(kLongestString6)}};
            });
        }
        if (!check_.isV6() && text.size() > limit.bytes) {
            check_.findings.add(Code::NameTooLong, group_, [&] {
                return Findings::Detail{place(),
                                        {grouped(text.size()), grouped(limit.bytes), std::string(limit.place)}};
            });
        }
    }

    Check& check_;
    Bytes bytes_;
    const Dialect& dialect_;
    struct Known {
        Type type = Scalar::U8;
        std::uint32_t stride = 0;
        Dims dims;
        Contents contents;
    };
    std::array<Known, 8> known_;
    std::size_t made_ = 0;
    std::array<Contents, schema::kStructCount> fixed_;
    std::uint64_t group_ = 0;
};

}  // namespace

void checkValues(Check& check) {
    ValueChecker(check).run();
}

}  // namespace abc
