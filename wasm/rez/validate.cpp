#include "validate.h"

#include <algorithm>
#include <cassert>

#include "core/words.h"
#include "entry.h"
#include "schema_rez.h"

namespace rez {

using core::FindingPlace;
using core::grouped;

namespace {

/// Whether a part of a path leads elsewhere, or cannot be one.
bool isOdd(std::string_view name) {
    const auto isBad = [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '/' || c == '\\';
    };
    return name.find_first_not_of('.') == std::string_view::npos || std::any_of(name.begin(), name.end(), isBad);
}

std::uint64_t hashOf(std::uint64_t seed, std::string_view text) {
    constexpr std::uint64_t kPrime = 0x100000001B3;
    std::uint64_t hash = seed ^ 0xCBF29CE484222325;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
    return hash;
}

/// The findings of one archive, each at a place that is named by its path.
class Check {
public:
    Check(const File& file, std::string_view name)
        : file_(file), document_(file.document), walk_(file.document.walk()), fileName_(name) {}

    core::Findings run() {
        checkWhatItIs();
        if (!file_.archive) return std::move(findings_);
        archive_ = &*file_.archive;
        checkDirectories();
        if (archive_->unlisted) findings_.add(Code::RezTooMuch, placeOf(*archive_->unlisted, 4));
        checkResources();
        checkOverlaps();
        checkPaths();
        checkNameSizes();
        return std::move(findings_);
    }

private:
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(document_.bytes.size()); }

    /// The path of what holds the byte; the innermost that is longer than the place when that is no field.
    [[nodiscard]] std::string pathAt(std::uint32_t offset, std::uint32_t length) const {
        std::string path;
        walk_.ancestors(offset, [&](const core::Place& place, const std::string& inner) {
            if (path.empty() || place.end - place.start >= length) path = inner;
        });
        return path;
    }

    [[nodiscard]] FindingPlace placeOf(std::uint32_t offset, std::uint32_t length) const {
        return {offset, std::min(length, size() - offset), pathAt(offset, length)};
    }

    /// A field of the entry at an offset, by its distance from there.
    [[nodiscard]] FindingPlace placeOfPos(const Directory& directory) const {
        if (directory.parent == kNone) return fieldOf("Header.RootDirPos");
        return placeOf(directory.entry + 4, 4);
    }

    [[nodiscard]] FindingPlace fieldOf(const std::string& path) const {
        const auto place = walk_.resolve(path);
        assert(place);
        return {place->start, place->end - place->start, path};
    }

    [[nodiscard]] std::string nameOf(const Directory& directory) const {
        const auto index = static_cast<std::uint32_t>(&directory - archive_->directories.data());
        // Of one that is nested too deep its own name says enough.
        if (directory.unread == Unread::LongPath) return core::inQuotes(document_.text(directory.name));
        return index == 0 ? "at the root" : core::inQuotes(file_.contents().pathOf(index));
    }
    [[nodiscard]] std::string nameOf(const Resource& resource) const {
        return core::inQuotes(file_.contents().pathOf(resource));
    }

    void checkWhatItIs() {
        const std::size_t bytes = document_.bytes.size();
        if (document_.format == core::Format::Empty) return findings_.add(Code::EmptyFile, FindingPlace{});
        if (document_.format == core::Format::Rez && !document_.versionKnown) {
            return findings_.add(Code::RezVersionUnknown, fieldOf("Header.FileFormatVersion"),
                                 {grouped(document_.version)});
        }
        if (document_.format == core::Format::Rez) {
            if (document_.faults.empty()) return;
            const std::uint32_t header = dialect().minimumSize(schema::Id::Header);
            return findings_.add(Code::RezHeaderCut, FindingPlace{0, size(), "Header"},
                                 {grouped(header), grouped(bytes)});
        }
        if (file_.fileSize > kMaxSize) {
            return findings_.add(Code::RezTooLarge, FindingPlace{}, {grouped(file_.fileSize)});
        }
        const bool isUnknown = document_.format == core::Format::Unknown;
        const std::string format(core::kFormatNames[static_cast<std::size_t>(document_.format)]);
        const std::string what =
            isUnknown ? "its first bytes are unknown" : "it starts like another kind of file: " + format;
        const bool isNamedRez = core::lowered(fileName_).ends_with(".rez");
        constexpr std::size_t kShown = 62;
        const FindingPlace place{0, static_cast<std::uint32_t>(std::min(bytes, kShown)), {}};
        findings_.add(isNamedRez ? Code::RezEncrypted : Code::NotRez, place, {what});
    }

    void checkDirectories() {
        for (const Directory& directory : archive_->directories) {
            if (directory.parent != kNone) checkName(directory.name);
            checkUnread(directory);
            if (directory.stop.kind != Stop::Kind::None) checkStop(directory);
        }
    }

    void checkUnread(const Directory& directory) {
        const auto add = [&](Code code, auto values) {
            findings_.add(code, 0, [&] { return core::Findings::Detail{placeOfPos(directory), values()}; });
        };
        const auto name = [&] { return std::vector<std::string>{nameOf(directory)}; };
        switch (directory.unread) {
            case Unread::No: break;
            case Unread::Cycle: add(Code::RezDirectoryCycle, name); break;
            case Unread::Overlap: add(Code::RezDirectoryOverlap, name); break;
            case Unread::LongPath: add(Code::RezNestedTooDeep, name); break;
            case Unread::Limit: add(Code::RezTooMuch, [] { return std::vector<std::string>{}; }); break;
            case Unread::Outside:
                add(Code::RezDirectoryOutside, [&] {
                    const std::uint64_t end = std::uint64_t{directory.pos} + directory.size;
                    return std::vector<std::string>{nameOf(directory), grouped(directory.pos), grouped(end),
                                                    grouped(size())};
                });
        }
    }

    void checkStop(const Directory& directory) {
        const std::uint32_t left = directory.end - directory.stop.offset;
        const auto add = [&](Code code, auto values) {
            findings_.add(code, 0, [&] {
                return core::Findings::Detail{placeOf(directory.stop.offset, left), values()};
            });
        };
        using Values = std::vector<std::string>;
        switch (directory.stop.kind) {
            case Stop::Kind::None: break;
            case Stop::Kind::TypeUnknown:
                add(Code::RezEntryTypeUnknown, [&] {
                    const auto type = core::load<std::uint32_t>(document_.bytes, directory.stop.offset);
                    return Values{nameOf(directory), grouped(type)};
                });
                break;
            case Stop::Kind::NameOpen: add(Code::RezNameOpen, [&] { return Values{nameOf(directory)}; }); break;
            case Stop::Kind::Cut:
                add(Code::RezEntryCut, [&] {
                    const ReadEntry read = readEntry(document_.bytes, directory.stop.offset, directory.end);
                    const std::uint64_t there = directory.end - read.fieldOffset;
                    return Values{nameOf(directory), grouped(read.wanted), std::string(read.field->name),
                                  grouped(there)};
                });
                break;
            case Stop::Kind::LeftOver:
                add(Code::RezDirectoryLeftOver, [&] { return Values{grouped(left), nameOf(directory)}; });
        }
    }

    void checkName(core::Text name) {
        if (!isOdd(document_.text(name))) return;
        findings_.add(Code::RezNameOdd, 0, [&] {
            // The path of the zero after it is that of the name, which may be empty.
            return core::Findings::Detail{placeOf(name.offset, name.length + 1),
                                          {core::inQuotes(document_.text(name))}};
        });
    }

    void checkResources() {
        for (const Resource& resource : archive_->resources) {
            const Entry entry = file_.contents().entryOf(resource);
            checkName(entry.name);
            longestResource_ = std::max(longestResource_, entry.name.length + 1);
            if (entry.size == 0 || entry.dataEnd() <= size()) continue;
            findings_.add(Code::RezEntryOutside, 0, [&] {
                return core::Findings::Detail{
                    placeOf(entry.offset + 4, 4),
                    {nameOf(resource), grouped(entry.pos), grouped(entry.dataEnd()), grouped(size())}};
            });
        }
    }

    void checkOverlaps() {
        for (const Overlap& overlap : archive_->overlaps) {
            const Resource& resource = archive_->resources[overlap.resource];
            findings_.add(overlap.isSame ? Code::RezEntryShared : Code::RezEntryOverlap, 0, [&] {
                const std::string other =
                    overlap.other == kNone ? "a directory or the header" : nameOf(archive_->resources[overlap.other]);
                return core::Findings::Detail{placeOf(resource.entry + 4, 4), {nameOf(resource), other}};
            });
        }
    }

    /// Numbers directories so that those of one path have one number: that of the first.
    [[nodiscard]] std::vector<std::uint32_t> firstOfPath() const {
        const std::vector<Directory>& list = archive_->directories;
        std::vector<std::uint32_t> first(list.size());
        std::vector<Key> keys;
        // A directory stands after that which it is in, but the number of that must be known first: level by level.
        std::vector<std::uint32_t> level{0};
        while (!level.empty()) {
            std::vector<std::uint32_t> below;
            keys.clear();
            for (const std::uint32_t index : level) {
                const Directory& directory = list[index];
                for (std::uint32_t i = 0; i < directory.childCount; ++i) {
                    const std::uint32_t child = directory.firstChild + i;
                    keys.push_back({hashOf(first[index], core::lowered(document_.text(list[child].name))), child});
                    below.push_back(child);
                }
            }
            eachAlike(keys, [&](std::uint32_t child, std::uint32_t before) {
                const bool isSame = child == before || (first[list[child].parent] == first[list[before].parent] &&
                                                        isSameName(list[child].name, list[before].name));
                first[child] = isSame ? before : child;
            });
            level = std::move(below);
        }
        return first;
    }

    /// A hash of what is compared, and whose it is.
    struct Key {
        std::uint64_t hash = 0;
        std::uint32_t index = 0;
    };

    /// Calls `visit(index, first)` for every key with the first of those that have its hash.
    template <class Visit>
    static void eachAlike(std::vector<Key>& keys, Visit visit) {
        std::sort(keys.begin(), keys.end(),
                  [](const Key& a, const Key& b) { return a.hash != b.hash ? a.hash < b.hash : a.index < b.index; });
        std::uint32_t first = 0;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (i == 0 || keys[i].hash != keys[i - 1].hash) first = keys[i].index;
            visit(keys[i].index, first);
        }
    }

    [[nodiscard]] bool isSameName(core::Text a, core::Text b) const {
        return a.length == b.length && core::lowered(document_.text(a)) == core::lowered(document_.text(b));
    }

    void checkPaths() {
        const std::vector<std::uint32_t> first = firstOfPath();
        const std::vector<Resource>& list = archive_->resources;
        const auto lowerName = [&](std::uint32_t i) {
            return core::lowered(file_.contents().nameOf(file_.contents().entryOf(list[i])));
        };
        std::vector<Key> keys;
        keys.reserve(list.size());
        for (std::uint32_t i = 0; i < list.size(); ++i) {
            keys.push_back({hashOf(first[list[i].directory], lowerName(i)), i});
        }
        std::vector<std::uint32_t> repeated;
        eachAlike(keys, [&](std::uint32_t index, std::uint32_t before) {
            const bool isSame = index != before && first[list[index].directory] == first[list[before].directory] &&
                                lowerName(index) == lowerName(before);
            if (isSame) repeated.push_back(index);
        });
        std::sort(repeated.begin(), repeated.end());
        for (const std::uint32_t index : repeated) {
            findings_.add(Code::RezPathTwice, 0, [&] {
                const Entry entry = file_.contents().entryOf(list[index]);
                return core::Findings::Detail{placeOf(entry.name.offset, entry.name.length + 1), {nameOf(list[index])}};
            });
        }
    }

    /// What the header says is at least what there is: the writer counts entries that have been removed too.
    void checkNameSizes() {
        std::uint32_t longestDirectory = 0;
        for (const Directory& directory : archive_->directories) {
            if (directory.parent != kNone) longestDirectory = std::max(longestDirectory, directory.name.length + 1);
        }
        checkNameSize("LargestDirNameSize", "directory", longestDirectory);
        checkNameSize("LargestRezNameSize", "resource", longestResource_);
    }

    void checkNameSize(const std::string& field, const std::string& what, std::uint32_t longest) {
        const FindingPlace place = fieldOf("Header." + field);
        const auto stored = core::load<std::uint32_t>(document_.bytes, place.offset);
        if (stored >= longest) return;
        findings_.add(Code::RezNameLong, place, {field, what, grouped(stored), grouped(longest)});
    }

    const File& file_;
    const core::Document& document_;
    core::Walk walk_;
    std::string_view fileName_;
    const Archive* archive_ = nullptr;
    std::uint32_t longestResource_ = 0;
    core::Findings findings_{catalogue()};
};

}  // namespace

core::Findings validate(const File& file, std::string_view name) {
    return Check(file, name).run();
}

}  // namespace rez
