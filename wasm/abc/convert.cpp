#include "convert.h"

#include <algorithm>
#include <cmath>

#include "convert_family.h"
#include "core/reach.h"
#include "core/words.h"
#include "field_reader.h"
#include "variants.h"

namespace abc {

using schema::Id;
using schema::Meaning;
using schema::Var;

namespace {

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

/// What structs are called in sentences: one, and several.
std::pair<std::string_view, std::string_view> wordsOf(schema::StructId id) {
    switch (static_cast<Id>(id.index())) {
        case Id::HeaderSection: return {"header", "headers"};
        case Id::Piece: return {"piece", "pieces"};
        case Id::Animation: return {"animation", "animations"};
        case Id::NodeTransforms: return {"track", "tracks"};
        case Id::KeyTransform: return {"key of a node", "keys of nodes"};
        default: return {"element", "elements"};
    }
}

/// A number that one of two versions has, the other not.
struct Difference {
    const schema::Struct& holder;
    const schema::Field& field;
    bool isAdded;
    /// Elements that get or lose it, and those that lose another value than the usual one.
    std::uint32_t elements = 0;
    std::uint32_t unusual = 0;
};

std::vector<Difference> differencesOf(const Dialect& from, const Dialect& to) {
    std::vector<Difference> out;
    for (const schema::Struct& holder : from.version().structs) {
        for (const schema::Field& field : holder.fields) {
            if (from.has(field) != to.has(field)) out.push_back({holder, field, to.has(field)});
        }
    }
    return out;
}

/// Writes the numbers that the other version wants, and leaves out those that it has no place for.
class Passing {
public:
    Passing(const Document& from, const Dialect& to) : document_(from), fields_(from), to_(to) {
        differences_ = differencesOf(from.dialect, to);
    }

    void run(std::vector<Splice>& splices) {
        Context counts;
        counts.set(Var::NodeCount, 0);
        fields_.each(Meaning::Nodes, [&](const Place&) { counts.set(Var::NodeCount, counts.get(Var::NodeCount) + 1); });
        // Keys that get a time have that of their keyframe.
        const auto isMeant = [&](schema::StructId id) { return id == Id::Animation || differs(id); };
        core::eachStruct(document_, counts, isMeant, [&](const Place& place) {
            if (place.type == schema::Type(Id::Animation)) readTimes(place);
            if (differs(place.type.id())) pass(place, splices);
        });
    }

    void tell(std::uint32_t version, Converted& out) const {
        const std::string place = "Version " + std::to_string(version);
        for (const Difference& each : differences_) {
            const std::uint32_t count = each.isAdded ? each.elements : each.unusual;
            if (count == 0) continue;
            const bool isOne = count == 1;
            std::string sentence = place;
            sentence += each.isAdded ? " wants " : " has no ";
            sentence += each.field.name;
            sentence += ": " + counted(each, count);
            sentence += each.isAdded ? isOne ? " gets " : " get "
                        : isOne      ? " loses one that is not "
                                     : " lose one that is not ";
            sentence += !isTime(each.field) ? usualWords(each.field)
                        : isOne             ? "the time of its keyframe"
                                            : "the times of their keyframes";
            (each.isAdded ? out.added : out.lost).push_back(sentence + ".");
        }
    }

private:
    static std::string counted(const Difference& of, std::uint32_t count) {
        const auto [one, several] = wordsOf(of.holder.id);
        return grouped(count) + " " + std::string(count == 1 ? one : several);
    }
    static bool isTime(const schema::Field& field) { return FieldName(Meaning::KeyTime)(field); }

    [[nodiscard]] bool differs(schema::StructId id) const {
        return std::any_of(differences_.begin(), differences_.end(),
                           [id](const Difference& each) { return each.holder.id == id; });
    }

    void readTimes(const Place& animation) {
        times_.clear();
        fields_.each(animation, Meaning::Keyframes,
                     [&](const Place& key) { times_.push_back(fields_.number<std::uint32_t>(key, Meaning::KeyTime)); });
    }

    [[nodiscard]] std::vector<std::byte> usualOf(const schema::Field& field, const Place& element) const {
        return isTime(field) && element.index < times_.size() ? bytesOf(times_[element.index]) : usualBytes(field);
    }

    /// What is added comes before the next field that both versions have.
    void pass(const Place& element, std::vector<Splice>& splices) {
        const Dialect& from = document_.dialect;
        std::size_t next = 0;
        const auto fields = from.describe(element.type.id()).fields;
        const auto addUpTo = [&](std::size_t index, std::uint32_t at) {
            for (; next < index; ++next) {
                if (!to_.has(fields[next]) || from.has(fields[next])) continue;
                append(splices, {at, at, usualOf(fields[next], element)});
                ++differenceOf(fields[next]).elements;
            }
        };
        std::uint32_t end = element.start;
        forEachField(from, element.type.id(), document_.bytes, element.start, element.end, element.dims,
                     [&](const FieldAt& at) {
                         const auto start = static_cast<std::uint32_t>(at.offset);
                         addUpTo(at.index, start);
                         end = static_cast<std::uint32_t>(at.offset + at.size);
                         next = at.index + 1;
                         if (!to_.has(at.field)) lose(at.field, element, start, end, splices);
                         // Numbers stand before the lists, whose lengths are not known here.
                         return !at.field.isRuntimeArray();
                     });
        const bool isRead = next == fields.size() || !fields[next - 1].isRuntimeArray();
        if (isRead) addUpTo(fields.size(), end);
    }

    void lose(const schema::Field& field, const Place& element, std::uint32_t start, std::uint32_t end,
              std::vector<Splice>& splices) {
        append(splices, {start, end, {}});
        Difference& difference = differenceOf(field);
        ++difference.elements;
        // By the bytes: what is no number is not the usual one.
        const Bytes stored = document_.bytes.subspan(start, end - start);
        const std::vector<std::byte> usual = usualOf(field, element);
        const bool isUsual = std::equal(stored.begin(), stored.end(), usual.begin(), usual.end());
        if (!isUsual && !FieldName(Meaning::Leftover)(field)) ++difference.unusual;
    }

    Difference& differenceOf(const schema::Field& field) {
        return *std::find_if(differences_.begin(), differences_.end(),
                             [&](const Difference& each) { return &each.field == &field; });
    }

    const Document& document_;
    const FieldReader fields_;
    const Dialect& to_;
    std::vector<Difference> differences_;
    /// Of the keyframes of the present animation.
    std::vector<std::uint32_t> times_;
};

std::string listed(const std::vector<std::uint32_t>& versions) {
    std::string out;
    for (const std::uint32_t each : versions) {
        const char* const before = out.empty() ? "" : each == versions.back() ? " or " : ", ";
        out += before + std::to_string(each);
    }
    return out;
}

std::string refusalOf(const Document& document, std::uint32_t version) {
    const std::vector<std::uint32_t> others = conversionsOf(document.version);
    if (!document.versionKnown || document.format != Format::Abc) return "Only models are written in another version.";
    if (others.empty()) {
        return "No other version holds all that a model of version " + std::to_string(document.version) + " has.";
    }
    if (version == document.version) return "The model is of version " + std::to_string(version) + " already.";
    if (std::find(others.begin(), others.end(), version) == others.end()) {
        return "A model of version " + std::to_string(document.version) + " can be written in version " +
               listed(others) + ".";
    }
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
    // Each offset is larger than the one before. What is added where a section ends belongs to it.
    for (const Section& section : document.sections) {
        if (section.id == Id::LtbHeader || section.next == kLastSection) continue;
        for (; done < splices.size() && splices[done].start <= section.next; ++done) {
            shift += static_cast<std::uint32_t>(splices[done].bytes.size()) - (splices[done].end - splices[done].start);
        }
        if (shift != 0) moved.push_back({section.data() - 4, section.data(), bytesOf(section.next + shift)});
    }
    splices.insert(splices.end(), moved.begin(), moved.end());
    std::sort(splices.begin(), splices.end(), isBefore);
    std::vector<Splice> joined;
    for (Splice& splice : splices) append(joined, std::move(splice));
    splices = std::move(joined);
}

/// The new file is read with the fields that were written.
bool isReadAsMeant(const Document& before, const Dialect& meant, const std::vector<Splice>& splices) {
    const std::vector<std::byte> bytes = spliced(before.bytes, splices);
    const Document after = parse(bytes);
    const Coverage was = coverage(before.records, static_cast<std::uint32_t>(before.bytes.size()));
    const Coverage is = coverage(after.records, static_cast<std::uint32_t>(bytes.size()));
    return after.faults.empty() && after.chainEnd == ChainEnd::Last && was.unreferenced == is.unreferenced &&
           (differencesOf(after.dialect, meant).empty() || after.find(Id::AnimationSection) == nullptr);
}

/// A version as the file has it: with as many levels as the file says, and the other numbers as the version says.
Dialect dialectFor(const Document& document, std::uint32_t version) {
    const Dialect usual(*findVersion(version));
    const Ambiguity* const levels = ambiguityOf(usual, Id::PiecesSection);
    if (levels == nullptr) return usual;
    const auto chosen = std::find_if(levels->variants.begin(), levels->variants.end(),
                                     [&](const Variant& variant) { return document.dialect.has(variant.features); });
    return chosen == levels->variants.end() ? usual : usual.with(*levels, *chosen);
}

}  // namespace

Converted convert(const Document& document, std::uint32_t version) {
    Converted out;
    out.refusal = refusalOf(document, version);
    if (!out.refusal.empty()) return out;
    const Dialect to = dialectFor(document, version);
    if (familyOf(to) != familyOf(document.dialect)) return convertFamily(document, version);
    const FieldReader fields(document);
    const auto header = fields.field(*document.place(Id::HeaderSection), "Version");
    out.splices.push_back({header->start, header->end, bytesOf(version)});
    Passing passing(document, to);
    passing.run(out.splices);
    passing.tell(version, out);
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
