#include "convert.h"

#include <algorithm>
#include <cmath>

#include "core/words.h"
#include "field_reader.h"
#include "versions.h"

namespace abc {

using schema::Feature;
using schema::Id;

namespace {

constexpr std::uint32_t kFirst = 9;
constexpr std::uint32_t kLast = 12;

/// Calls `visit(section, index)` for the sections that are this struct, repeated ones included.
template <class Visit>
void eachSection(const Document& document, Id id, Visit visit) {
    const std::vector<Place> places = document.walk().sections();
    for (std::size_t i = 0; i < document.sections.size(); ++i) {
        if (document.sections[i].id == id) visit(places[i]);
    }
}

/// Fields that are added at one place, or lost side by side, are one splice.
void append(std::vector<Splice>& splices, Splice splice) {
    if (splices.empty() || splices.back().end != splice.start) {
        splices.push_back(std::move(splice));
        return;
    }
    splices.back().end = splice.end;
    auto& bytes = splices.back().bytes;
    bytes.insert(bytes.end(), splice.bytes.begin(), splice.bytes.end());
}

/// The bytes of the usual value of a number of 32 bits.
std::vector<std::byte> usualBytes(const schema::Field& field) {
    if (field.type == schema::Type(schema::Scalar::F32)) return bytesOf(static_cast<float>(field.usual));
    return bytesOf(static_cast<std::uint32_t>(static_cast<std::int64_t>(field.usual)));
}

/// The usual value with its unit, for people.
std::string usualWords(const schema::Field& field) {
    const std::string number =
        (field.usual < 0 ? "−" : "") + grouped(static_cast<std::uint64_t>(std::abs(field.usual)));
    return field.unit.empty() ? number : number + " " + std::string(field.unit);
}

/// A field that one of two versions has, the other not. Both have the one that follows it.
class Passing {
public:
    Passing(const Document& from, const Dialect& to, Id holder, FieldName name)
        : document_(from),
          fields_(from),
          field_(name.fieldOf(from.dialect.describe(holder))),
          next_(nextOf(from.dialect, to, from.dialect.describe(holder))),
          isAdded_(to.has(field_) && !from.dialect.has(field_)),
          isLost_(!to.has(field_) && from.dialect.has(field_)) {}

    void pass(const Place& element, std::vector<Splice>& splices) {
        if (isAdded_) {
            const std::uint32_t at = fields_.field(element, FieldName(next_))->start;
            append(splices, {at, at, usualBytes(field_)});
            ++elements_;
        } else if (isLost_) {
            const Place field = *fields_.field(element, FieldName(field_));
            append(splices, {field.start, field.end, {}});
            ++elements_;
            // By the bytes: what is no number is not the usual one.
            const auto stored = document_.bytes.subspan(field.start, field.end - field.start);
            const std::vector<std::byte> usual = usualBytes(field_);
            if (!std::equal(stored.begin(), stored.end(), usual.begin(), usual.end())) ++unusual_;
        }
    }

    /// @param version of the other file
    /// @param things in the plural, `one` in the singular
    void tell(std::uint32_t version, std::string_view one, std::string_view things, Converted& out) const {
        const std::string usual = usualWords(field_);
        const std::string place = "Version " + std::to_string(version);
        if (isAdded_ && elements_ > 0) {
            out.added.push_back(place + " wants " + std::string(field_.name) + ": " + counted(elements_, one, things) +
                                (elements_ == 1 ? " gets " : " get ") + usual + ".");
        } else if (unusual_ > 0) {
            out.lost.push_back(place + " has no " + std::string(field_.name) + ": " + counted(unusual_, one, things) +
                               (unusual_ == 1 ? " loses one that is not " : " lose one that is not ") + usual + ".");
        }
    }

private:
    static std::string counted(std::uint32_t count, std::string_view one, std::string_view things) {
        return grouped(count) + " " + std::string(count == 1 ? one : things);
    }

    [[nodiscard]] const schema::Field& nextOf(const Dialect& from, const Dialect& to,
                                              const schema::Struct& holder) const {
        return *std::find_if(&field_ + 1, holder.fields.data() + holder.fields.size(),
                             [&](const schema::Field& field) { return from.has(field) && to.has(field); });
    }

    const Document& document_;
    FieldReader fields_;
    const schema::Field& field_;
    const schema::Field& next_;
    bool isAdded_, isLost_;
    /// Elements that get or lose the field, and those that lose another value than the usual one.
    std::uint32_t elements_ = 0;
    std::uint32_t unusual_ = 0;
};

std::string refusalOf(const Document& document, std::uint32_t version) {
    const auto isOne = [](std::uint32_t number) { return number >= kFirst && number <= kLast; };
    if (!document.versionKnown || document.format != Format::Abc || !isOne(document.version)) {
        return "Only models of version 9 to 12 can be written in another version.";
    }
    if (!isOne(version)) return "A model can be written in version 9, 10, 11 or 12.";
    if (version == document.version) return "The model is of version " + std::to_string(version) + " already.";
    if (!document.faults.empty() || document.chainEnd != ChainEnd::Last) {
        return "The file cannot be read to its end, so not all of it could be written in another version.";
    }
    return {};
}

/// Sections are found by absolute offsets. The splices are in order, those of the offsets come among them.
void moveSections(const Document& document, std::vector<Splice>& splices) {
    const auto isBefore = [](const Splice& a, const Splice& b) { return a.start < b.start; };
    std::sort(splices.begin(), splices.end(), isBefore);
    std::vector<Splice> moved;
    std::size_t done = 0;
    std::uint32_t shift = 0;
    // Each offset is larger than the one before.
    for (const Section& section : document.sections) {
        if (section.id == Id::LtbHeader || section.next == kLastSection) continue;
        for (; done < splices.size() && splices[done].start < section.next; ++done) {
            shift += static_cast<std::uint32_t>(splices[done].bytes.size()) - (splices[done].end - splices[done].start);
        }
        if (shift != 0) moved.push_back({section.data() - 4, section.data(), bytesOf(section.next + shift)});
    }
    splices.insert(splices.end(), moved.begin(), moved.end());
    std::sort(splices.begin(), splices.end(), isBefore);
}

/// The new file is read with the fields that were written.
bool isReadAsMeant(const Document& before, const Dialect& meant, const std::vector<Splice>& splices) {
    constexpr schema::Features kParts[] = {Feature::LodWeight, Feature::AnimationUnknown, Feature::InterpolationTime};
    const std::vector<std::byte> bytes = spliced(before.bytes, splices);
    const Document after = parse(bytes);
    const Coverage was = coverage(before.records, static_cast<std::uint32_t>(before.bytes.size()));
    const Coverage is = coverage(after.records, static_cast<std::uint32_t>(bytes.size()));
    return after.faults.empty() && after.chainEnd == ChainEnd::Last && was.unreferenced == is.unreferenced &&
           after.dialect.has(Feature::LodsByHeader) == before.dialect.has(Feature::LodsByHeader) &&
           std::all_of(std::begin(kParts), std::end(kParts), [&](schema::Features part) {
               return after.dialect.has(part) == meant.has(part) || after.find(Id::AnimationSection) == nullptr;
           });
}

}  // namespace

Converted convert(const Document& document, std::uint32_t version) {
    Converted out;
    out.refusal = refusalOf(document, version);
    if (!out.refusal.empty()) return out;
    const Dialect to(*findVersion(version));
    const FieldReader fields(document);
    const auto header = fields.field(*document.place(Id::HeaderSection), "Version");
    out.splices.push_back({header->start, header->end, bytesOf(version)});

    Passing lodWeight(document, to, Id::Piece, "LODWeight");
    eachSection(document, Id::PiecesSection, [&](const Place& section) {
        fields.each(section, "Pieces", [&](const Place& piece) { lodWeight.pass(piece, out.splices); });
    });
    Passing unknown(document, to, Id::Animation, "Unknown");
    Passing interpolation(document, to, Id::Animation, "InterpolationTime");
    eachSection(document, Id::AnimationSection, [&](const Place& section) {
        fields.each(section, "Animations", [&](const Place& animation) {
            unknown.pass(animation, out.splices);
            interpolation.pass(animation, out.splices);
        });
    });
    lodWeight.tell(version, "piece", "pieces", out);
    unknown.tell(version, "animation", "animations", out);
    interpolation.tell(version, "animation", "animations", out);

    moveSections(document, out.splices);
    if (!isReadAsMeant(document, to, out.splices)) {
        out.splices.clear();
        out.refusal =
            "Version " + std::to_string(version) + " would read this file in another way than it is read now.";
    }
    return out;
}

std::vector<std::byte> spliced(Bytes bytes, const std::vector<Splice>& splices) {
    std::vector<std::byte> out;
    out.reserve(bytes.size() + splices.size() * sizeof(std::uint64_t));
    std::uint32_t read = 0;
    for (const Splice& splice : splices) {
        const Bytes kept = bytes.subspan(read, splice.start - read);
        out.insert(out.end(), kept.begin(), kept.end());
        out.insert(out.end(), splice.bytes.begin(), splice.bytes.end());
        read = splice.end;
    }
    const Bytes rest = bytes.subspan(read);
    out.insert(out.end(), rest.begin(), rest.end());
    return out;
}

}  // namespace abc
