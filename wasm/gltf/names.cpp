#include "names.h"

#include <algorithm>

#include "core/words.h"

namespace gltf {
namespace {

/// Blender cuts names here, bytes of UTF-8.
constexpr std::size_t kMostOfBlender = 63;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

constexpr NoteInfo kNamesChanged{"NAMES_CHANGED", core::Severity::Warning,
                                 "Changed {0|name|names} that models cannot store: {1}.",
                                 "To choose other names, rename them in the program that they come from."};

constexpr NoteInfo kNamesUsed{"NAMES_CHANGED", core::Severity::Warning, "Renamed {0} with a name already in use: {1}.",
                              kNamesChanged.help};

unsigned byteAt(std::string_view text, std::size_t at) {
    return static_cast<unsigned char>(text[at]);
}

/// Bytes of the character that begins here; no more than there are.
std::size_t lengthAt(std::string_view text, std::size_t at) {
    const unsigned lead = byteAt(text, at);
    const std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    return std::min(length, text.size() - at);
}

/// Calls `visit` with the place and the bytes of each character that fits in so many units.
template <class Visit>
void eachCharacter(std::string_view text, std::size_t most, Visit visit) {
    for (std::size_t at = 0, units = 0; at < text.size();) {
        const std::size_t length = lengthAt(text, at);
        units += length == 4 ? 2 : 1;
        if (units > most) return visit(at, 0, units == most + 1 && length == 4);
        visit(at, length, false);
        at += length;
    }
}

/// What Blender makes of a longer name.
std::string_view cut(std::string_view name) {
    if (name.size() <= kMostOfBlender) return name;
    std::size_t end = 0;
    while (end + lengthAt(name, end) <= kMostOfBlender) end += lengthAt(name, end);
    name = name.substr(0, end);
    while (name.ends_with(kReplacement)) name.remove_suffix(kReplacement.size());
    return name;
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace

std::string firstUnits(std::string_view text, std::size_t most) {
    std::size_t end = 0;
    eachCharacter(text, most, [&](std::size_t at, std::size_t length, bool) { end = at + length; });
    return std::string(text.substr(0, end));
}

std::string inLatin1(std::string_view text) {
    std::string out;
    eachCharacter(text, kLongestText, [&](std::size_t at, std::size_t length, bool isHalf) {
        if (length == 1) {
            out += text[at];
        } else if (length == 2 && byteAt(text, at) < 0xC4) {
            out += static_cast<char>(((byteAt(text, at) & 0x03U) << 6U) | (byteAt(text, at + 1) & 0x3FU));
        } else if (length > 0 || isHalf) {
            out += '?';
        }
    });
    return out;
}

std::optional<std::string> renamed(const std::string& name, const std::string* exported) {
    if (exported == nullptr || name.empty() || name == *exported) return std::nullopt;
    // A name that another thing had when it was made has a number behind it.
    const std::string_view plain = withoutCopyNumber(name);
    const std::string_view known = cut(*exported);
    if (plain == *exported || known == name || known == plain) return std::nullopt;
    return name;
}

std::string_view withoutCopyNumber(std::string_view name) {
    constexpr std::size_t kNumber = 4;
    if (name.size() < kNumber || name[name.size() - kNumber] != '.') return name;
    const std::string_view number = name.substr(name.size() - kNumber + 1);
    return std::all_of(number.begin(), number.end(), isDigit) ? name.substr(0, name.size() - kNumber) : name;
}

double nameLikeness(std::string_view a, std::string_view b) {
    const std::string one = core::lowered(a);
    const std::string other = core::lowered(b);
    const std::size_t most = std::min(one.size(), other.size());
    std::size_t start = 0;
    while (start < most && one[start] == other[start]) ++start;
    std::size_t end = 0;
    while (end < most - start && one[one.size() - 1 - end] == other[other.size() - 1 - end]) ++end;
    const std::size_t whole = std::max({std::size_t{1}, one.size(), other.size()});
    return static_cast<double>(start + end) / static_cast<double>(whole);
}

std::string DistinctNames::numbered(const std::string& name) {
    std::string free = name;
    if (taken_.contains(free)) {
        std::size_t& number = numbers_.try_emplace(name, 1).first->second;
        while (taken_.contains(free)) {
            free = name;
            free.append(" ").append(std::to_string(++number));
        }
    }
    taken_.insert(free);
    return free;
}

std::string DistinctNames::unique(const std::string& name) {
    std::string free = numbered(name);
    if (free != name) changed_.push_back(name + " → " + free);
    return free;
}

void DistinctNames::note(std::vector<Note>& notes, std::string_view one, std::string_view several) const {
    if (changed_.empty()) return;
    notes.push_back(noteOf(kNamesUsed, {core::counted(changed_.size(), one, several), named(changed_)}));
}

std::string LatinNames::text(const std::string& text, std::size_t longest) {
    const std::string near = latin_.nearest(text, longest);
    if (near != text) add(text, near);
    return inLatin1(near);
}

std::vector<std::string> LatinNames::distinct(const std::vector<std::string>& names) {
    std::vector<std::string> texts;
    std::unordered_set<std::string> taken;
    for (const std::string& name : names) {
        std::string near = latin_.nearest(name, longest_);
        texts.push_back(inLatin1(near));
        if (near == name) taken.insert(texts.back());
    }
    std::unordered_map<std::string, std::size_t> next;
    std::vector<std::string> out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::string free = texts[i];
        if (core::utf8FromLatin1(texts[i]) != names[i]) {
            for (std::size_t& n = next.try_emplace(texts[i], 2).first->second; taken.contains(free); ++n) {
                const std::string end = " " + std::to_string(n);
                free = texts[i].substr(0, longest_ - end.size()) + end;
            }
            taken.insert(free);
            add(names[i], core::utf8FromLatin1(free));
        }
        out.push_back(std::move(free));
    }
    return out;
}

void LatinNames::add(const std::string& from, const std::string& to) {
    const auto [place, isNew] = index_.try_emplace(from, changed_.size());
    if (isNew) {
        changed_.emplace_back(from, to);
    } else {
        changed_[place->second].second = to;
    }
}

void LatinNames::note(std::vector<Note>& notes) const {
    if (changed_.empty()) return;
    std::vector<std::string> list;
    list.reserve(changed_.size());
    for (const auto& [from, to] : changed_) list.emplace_back(from).append(" → ").append(to);
    notes.push_back(noteOf(kNamesChanged, {core::grouped(changed_.size()), named(list)}));
}

}  // namespace gltf
