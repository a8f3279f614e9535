#include "convert.h"

#include <algorithm>
#include <cmath>

#include "convert_v6.h"
#include "core/words.h"
#include "field_name.h"
#include "relayout.h"
#include "variants.h"

namespace abc {

using schema::Id;
using schema::Meaning;

namespace {

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

std::string countOf(const FieldChange& change, std::uint32_t count) {
    const auto [one, several] = wordsOf(change.holder->id);
    return core::counted(count, one, several);
}

/// What one change does to a model, as a sentence.
std::string sentenceOf(const FieldChange& change, std::uint32_t count, std::uint32_t version) {
    const bool isOne = count == 1;
    std::string out = "Version " + std::to_string(version);
    out += change.isAdded ? " needs " : " has no ";
    out += change.field->name;
    out += ": " + countOf(change, count);
    out += change.isAdded ? isOne ? " gets " : " get "
           : isOne        ? " loses a value other than "
                          : " lose values other than ";
    out += !FieldName(Meaning::KeyTime)(*change.field) ? usualWords(*change.field)
           : isOne                                     ? "the time of its keyframe"
                                                       : "the times of their keyframes";
    return out + ".";
}

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
    if (!document.versionKnown || document.format != Format::Abc)
        return "Only models can be converted to another version.";
    if (others.empty()) {
        return "No other version can store everything in a model of version " + std::to_string(document.version) + ".";
    }
    if (version == document.version) return "The model already has version " + std::to_string(version) + ".";
    if (std::find(others.begin(), others.end(), version) == others.end()) {
        return "A model of version " + std::to_string(document.version) + " can be converted to version " +
               listed(others) + ".";
    }
    if (!document.faults.empty() || document.chainEnd != ChainEnd::Last) {
        return "The file cannot be read to its end, so it cannot be converted completely.";
    }
    return {};
}

/// The new file is read with the fields that were written.
bool isReadAsMeant(const Document& before, const Dialect& meant, const std::vector<Splice>& splices) {
    const std::vector<std::byte> bytes = spliced(before.bytes, splices);
    const Document after = parse(bytes);
    const Coverage was = coverage(before.records, static_cast<std::uint32_t>(before.bytes.size()));
    const Coverage is = coverage(after.records, static_cast<std::uint32_t>(bytes.size()));
    return after.faults.empty() && after.chainEnd == ChainEnd::Last && was.unreferenced == is.unreferenced &&
           (hasSameLayout(after.dialect, meant) || after.find(Id::AnimationSection) == nullptr);
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
    if (familyOf(to) != familyOf(document.dialect)) {
        Converted made = familyOf(to) == Family::V6 ? convertToV6(document) : convertFromV6(document, version);
        if (!made.refusal.empty()) return {{}, {}, {}, std::move(made.refusal)};
        return made;
    }
    Relayout changed = relayout(document, to);
    if (!changed.tooLarge.empty()) {
        out.refusal =
            "The number at " + changed.tooLarge + " is too large for version " + std::to_string(version) + ".";
        return out;
    }
    for (const FieldChange& each : changed.changes) {
        const std::uint32_t count = each.isAdded ? each.elements : each.unusual;
        if (count > 0) (each.isAdded ? out.added : out.lost).push_back(sentenceOf(each, count, version));
    }
    out.splices = std::move(changed.splices);
    if (!isReadAsMeant(document, to, out.splices)) {
        out.splices.clear();
        out.refusal = "Version " + std::to_string(version) + " would read this file differently.";
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
