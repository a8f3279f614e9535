#include "convert.h"

#include <algorithm>
#include <charconv>

#include "abc/convert.h"
#include "abc/versions.h"
#include "compile/compile.h"
#include "export/any_model.h"
#include "lta/pack.h"
#include "writers.h"

namespace converting {

using Bytes = std::vector<std::byte>;

namespace {

/// The version of ABC that goes between the formats: every other one is converted from and to it.
constexpr std::uint32_t kBetween = 12;

/// Whether it has what the version between has, but for numbers that readers of it take from elsewhere.
bool isLikeBetween(std::uint32_t version) {
    return abc::isComposed(version) && abc::familyOf(core::Dialect(*abc::findVersion(version))) == abc::Family::V9;
}

/// A format that is made of a model’s text.
struct TextTarget {
    std::string name;
    core::Format format;
    /// As sentences begin with it.
    std::string_view words;
    /// Of compiled models, which have versions; else 0.
    std::uint32_t version = 0;

    /// Whether a file is of this format, and of this version.
    [[nodiscard]] bool isOf(const core::Document& document) const {
        return document.format == format && (version == 0 || document.version == version);
    }
};

Bytes compiled(const Bytes& text, std::uint32_t version, Notes& notes) {
    compiling::Options options;
    options.version = version;
    compiling::Compiled made = compiling::compile(lta::parse(text), options);
    notes.lost.insert(notes.lost.end(), made.notes.lost.begin(), made.notes.lost.end());
    notes.added.insert(notes.added.end(), made.notes.added.begin(), made.notes.added.end());
    notes.refusal = std::move(made.refusal);
    return std::move(made.bytes);
}

/// The file of a text, which is not packed.
Bytes finished(const TextTarget& target, Bytes&& text, Notes& notes) {
    switch (target.format) {
        case core::Format::Ltc: return lta::pack(text);
        case core::Format::Ltb: return compiled(text, target.version, notes);
        default: return std::move(text);
    }
}

/// The newest version of a compiled model has no number.
const std::vector<TextTarget>& textTargets() {
    static const std::vector<TextTarget> all = [] {
        std::vector<TextTarget> out{{"lta", core::Format::Lta, "LTA"}, {"ltc", core::Format::Ltc, "LTC"}};
        for (std::uint32_t version = ltb::kLastVersion; version >= ltb::kFirstVersion; --version) {
            const bool isLast = version == ltb::kLastVersion;
            out.push_back({isLast ? "ltb" : "ltb" + std::to_string(version), core::Format::Ltb, "LTB", version});
        }
        return out;
    }();
    return all;
}

const TextTarget* textTarget(std::string_view name) {
    const std::vector<TextTarget>& all = textTargets();
    const auto found =
        std::find_if(all.begin(), all.end(), [name](const TextTarget& target) { return target.name == name; });
    return found == all.end() ? nullptr : &*found;
}

/// The number that a name is; 0 where it is none.
std::uint32_t versionOf(std::string_view name) {
    std::uint32_t version = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), version);
    return error == std::errc() && end == name.data() + name.size() ? version : 0;
}

bool isModel(const core::Document& document) {
    switch (document.format) {
        case core::Format::Abc:
        case core::Format::Ltb:
        case core::Format::Lta:
        case core::Format::Ltc: return document.versionKnown;
        default: return false;
    }
}

bool isText(const core::Document& document) {
    return document.format == core::Format::Lta || document.format == core::Format::Ltc;
}

/// Whether an ABC is of the version between, or can become one of it.
bool reachesBetween(std::uint32_t version) {
    const std::vector<std::uint32_t> others = abc::conversionsOf(version);
    return abc::isComposed(version) || std::find(others.begin(), others.end(), kBetween) != others.end();
}

/// What a model in ABC becomes in another version.
Made otherVersion(const core::Document& document, std::uint32_t version) {
    abc::Converted converted = abc::convert(document, version);
    Made out{{}, std::move(converted.lost), std::move(converted.added), std::move(converted.refusal)};
    if (out.refusal.empty()) out.bytes = abc::spliced(document.bytes, converted.splices);
    return out;
}

/// The notes in front of those that a second step has made.
Made after(Made first, Made second) {
    const auto join = [](std::vector<std::string>& before, std::vector<std::string>& behind) {
        before.insert(before.end(), std::make_move_iterator(behind.begin()), std::make_move_iterator(behind.end()));
        return std::move(before);
    };
    second.lost = join(first.lost, second.lost);
    second.added = join(first.added, second.added);
    return second;
}

Made toText(const core::Document& document, const TextTarget& target) {
    if (document.format == core::Format::Abc && !isLikeBetween(document.version)) {
        Made first = otherVersion(document, kBetween);
        if (!first.refusal.empty()) return first;
        const core::Document between = abc::parse(first.bytes);
        Made second = toText(between, target);
        return after(std::move(first), std::move(second));
    }
    Notes notes(target.words);
    Source source = document.format == core::Format::Ltb ? fromLtb(document, notes) : fromAbc(document, notes);
    Made out;
    if (notes.refusal.empty()) out.bytes = toLta(std::move(source), notes);
    if (notes.refusal.empty()) out.bytes = finished(target, std::move(out.bytes), notes);
    return {std::move(out.bytes), std::move(notes.lost), std::move(notes.added), std::move(notes.refusal)};
}

/// A text as it is, packed or not.
Made sameText(const core::Document& document, const TextTarget& target) {
    Notes notes(target.words);
    if (document.unpacked && !document.unpacked->isWhole) {
        return {{}, {}, {}, "The packed text breaks off, so it cannot be converted completely."};
    }
    const core::Bytes text = document.bytes;
    Bytes bytes = finished(target, {text.begin(), text.end()}, notes);
    return {std::move(bytes), std::move(notes.lost), std::move(notes.added), std::move(notes.refusal)};
}

Made toVersion(const core::Document& document, std::uint32_t version) {
    Notes notes("Version " + std::to_string(version));
    Source source = isText(document) ? fromLta(document, notes) : fromLtb(document, notes);
    Made first;
    if (notes.refusal.empty()) first.bytes = toAbc(std::move(source), notes);
    first.lost = std::move(notes.lost);
    first.added = std::move(notes.added);
    first.refusal = std::move(notes.refusal);
    if (version == kBetween || !first.refusal.empty()) return first;
    const core::Document between = abc::parse(first.bytes);
    Made second = otherVersion(between, version);
    return after(std::move(first), std::move(second));
}

/// All or nothing, with notes in either case.
Made madeOf(const core::Document& document, std::string_view target) {
    const auto refused = [](std::string refusal) { return Made{{}, {}, {}, std::move(refusal)}; };
    const TextTarget* const text = textTarget(target);
    const std::uint32_t version = versionOf(target);
    if (!isModel(document)) return refused("Only models can be converted.");
    if (text == nullptr && version == 0)
        return refused("There is no format “" + std::string(target) + "” to convert to.");
    if (document.format == core::Format::Abc)
        return text != nullptr ? toText(document, *text) : otherVersion(document, version);
    if (text == nullptr) {
        return abc::isComposed(version) ? toVersion(document, version)
                                        : refused("New models can be written only in version 6, 9, 10, 11 or 12.");
    }
    if (text->isOf(document)) return refused("The model is already in this format.");
    return isText(document) ? sameText(document, *text) : toText(document, *text);
}

}  // namespace

std::vector<std::string> allTargets() {
    std::vector<std::string> out;
    for (const TextTarget& target : textTargets()) out.emplace_back(target.name);
    std::vector<std::uint32_t> versions = abc::conversionsOf(kBetween);
    versions.push_back(kBetween);
    std::sort(versions.rbegin(), versions.rend());
    for (const std::uint32_t version : versions) out.push_back(std::to_string(version));
    return out;
}

std::vector<std::string> targetsOf(const core::Document& document) {
    std::vector<std::string> out;
    if (!isModel(document)) return out;
    const bool isAbc = document.format == core::Format::Abc;
    for (const TextTarget& target : textTargets()) {
        if (!target.isOf(document) && (!isAbc || reachesBetween(document.version))) out.emplace_back(target.name);
    }
    std::vector<std::uint32_t> versions = abc::conversionsOf(isAbc ? document.version : kBetween);
    if (!isAbc) versions.push_back(kBetween);
    std::sort(versions.rbegin(), versions.rend());
    for (const std::uint32_t version : versions) {
        if (isAbc || abc::isComposed(version)) out.push_back(std::to_string(version));
    }
    return out;
}

Made convert(const core::Document& document, std::string_view target) {
    Made out = madeOf(document, target);
    // Of nothing nothing is lost.
    if (!out.refusal.empty()) return {{}, {}, {}, std::move(out.refusal)};
    return out;
}

}  // namespace converting
