#include "write.h"

#include <algorithm>
#include <map>

#include "core/words.h"
#include "entry.h"
#include "schema_rez.h"

namespace rez {

using core::schema::Scalar;
using schema::Id;

namespace {

/// Numbers of new resources in each directory begin here, as the makers' tool gives them; a name of digits is its
/// number.
constexpr std::uint32_t kFirstId = 10'000'000;
constexpr std::string_view kTitle = "LithTech Resource File";

/// What a field is to be: a number, or a text.
struct Value {
    std::uint32_t number = 0;
    std::string_view text;
};

void append(std::vector<std::byte>& out, const void* data, std::size_t size) {
    const auto* const bytes = static_cast<const std::byte*>(data);
    out.insert(out.end(), bytes, bytes + size);
}

/// Appends the fields of a struct in the order of the schema. @param valueOf of a field by its position
template <class ValueOf>
void appendStruct(std::vector<std::byte>& out, Id id, char filler, std::uint32_t type, ValueOf valueOf) {
    std::array<std::uint32_t, core::schema::kMaxFields> counters{};
    counters[schema::kEntry[schema::kIndexOf<schema::kEntry, "Type">].slot] = type;
    const auto fields = dialect().describe(id).fields;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const core::schema::Field& field = fields[i];
        if (!field.isMet(counters)) continue;
        const Value value = valueOf(i);
        if (field.type == core::schema::Type(Scalar::Chars)) {
            std::string text(value.text);
            text.resize(field.count, filler);
            append(out, text.data(), text.size());
        } else if (field.type == core::schema::Type(Scalar::CString)) {
            append(out, value.text.data(), value.text.size());
            out.push_back(std::byte{0});
        } else if (field.repeat == core::schema::Repeat::Counted) {
            // The keys, as they lie in the old archive.
            append(out, value.text.data(), value.text.size());
        } else {
            append(out, &value.number, static_cast<std::size_t>(core::inlineSize(dialect(), field)));
        }
    }
}

std::string raised(std::string_view name) {
    std::string out(name);
    std::transform(out.begin(), out.end(), out.begin(), [](char letter) {
        return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
    });
    return out;
}

/// A resource with what its entry says.
struct Item {
    std::uint32_t index = 0;
    std::string name;
    /// As stored: reversed.
    std::string extension;
    std::uint32_t id = 0;
    bool hasId = false;
    std::string_view comment;
    std::string_view keys;
    std::uint32_t pos = 0;
};

struct Folder {
    std::string name;
    /// Both by what they are sorted by.
    std::map<std::string, Folder> folders;
    std::multimap<std::string, Item> items;
    std::uint32_t time = 0;
    std::uint32_t pos = 0;
    std::uint32_t size = 0;
};

/// The largest of what the header says.
struct Largest {
    std::size_t keys = 0;
    std::size_t folderName = 0;
    std::size_t name = 0;
    std::size_t comment = 0;
};

class Plan {
public:
    Plan(const NewArchive& wish, const OldArchive* old) : wish_(wish), old_(old) {}

    Layout build() {
        if (wish_.resources.size() > kMostResources) {
            refuse(kNone, "There are more than " + std::to_string(kMostResources) + " files.");
            return std::move(layout_);
        }
        for (std::uint32_t i = 0; i < wish_.resources.size() && layout_.refusal.empty(); ++i) add(i);
        if (titleOf().size() >
            dialect().describe(Id::Header).fields[schema::kIndexOf<schema::kHeader, "UserTitle">].count) {
            refuse(kNone, "A title has at most 60 characters.");
        }
        if (layout_.refusal.empty()) placeData();
        if (layout_.refusal.empty()) writeAll();
        return std::move(layout_);
    }

private:
    void refuse(std::uint32_t resource, std::string sentence) {
        if (!layout_.refusal.empty()) return;
        layout_.refusal = std::move(sentence);
        layout_.refused = resource;
    }

    void add(std::uint32_t index) {
        const NewResource& resource = wish_.resources[index];
        const bool isKept = old_ != nullptr && resource.kept < old_->archive.resources.size();
        Folder* folder = &root_;
        folder->time = std::max(folder->time, resource.time);
        std::string_view rest = resource.path;
        std::uint32_t depth = 0;
        for (auto slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
            const std::string_view part = rest.substr(0, slash);
            if (!isKept && !checkName(index, part)) return;
            if (++depth > kMostNested) {
                refuse(index, "It lies in more than " + std::to_string(kMostNested) + " folders.");
                return;
            }
            Folder& inner = folder->folders[core::lowered(part)];
            if (inner.name.empty()) inner.name = spelled(part, isKept);
            inner.time = std::max(inner.time, resource.time);
            folder = &inner;
            rest.remove_prefix(slash + 1);
        }
        if (resource.path.size() > kLongestPath) {
            refuse(index, "Its path is longer than " + std::to_string(kLongestPath) + " bytes.");
            return;
        }
        Item item;
        item.index = index;
        if (!name(item, rest, isKept)) return;
        // Archives of games have paths twice, and both stay; a new one would only hide another.
        const std::string key = core::lowered(rest);
        const auto [first, last] = folder->items.equal_range(key);
        const bool isTwice = std::any_of(first, last, [&](const auto& other) {
            return !isKept || wish_.resources[other.second.index].kept == kNone;
        });
        if (isTwice) {
            refuse(index, "Two files have this path, without the case of letters.");
            return;
        }
        folder->items.emplace(key, std::move(item));
    }

    /// Capital letters for what is new; what is kept stays as it is.
    [[nodiscard]] std::string spelled(std::string_view part, bool isKept) const {
        return isKept || !wish_.inCapitals ? std::string(part) : raised(part);
    }

    bool checkName(std::uint32_t index, std::string_view part) {
        const bool isOdd = part.empty() || part == "." || part == ".." ||
                           std::any_of(part.begin(), part.end(),
                                       [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\\'; });
        if (isOdd) refuse(index, "A name in its path is empty, or has a character that no path can have.");
        return !isOdd;
    }

    bool name(Item& item, std::string_view file, bool isKept) {
        constexpr std::size_t kExtension = schema::kEntry[schema::kIndexOf<schema::kEntry, "Extension">].count;
        if (isKept) {
            const Contents contents(old_->document, old_->archive);
            const Entry entry = contents.entryOf(old_->archive.resources[wish_.resources[item.index].kept]);
            item.id = entry.id;
            item.hasId = true;
            item.comment = old_->document.text(entry.comment);
            item.keys = old_->document.text({entry.end - entry.keyBytes(), entry.keyBytes()});
            if (contents.nameOf(entry) == file) {
                item.name = old_->document.text(entry.name);
                item.extension = old_->document.text({entry.extension, kExtension});
                return true;
            }
        }
        if (!checkName(item.index, file)) return false;
        const auto dot = file.rfind('.');
        const std::string_view extension = dot == std::string_view::npos ? std::string_view() : file.substr(dot + 1);
        if (extension.size() > kExtension) {
            refuse(item.index, "Its type “" + core::utf8FromLatin1(extension) + "” is longer than the " +
                                   std::to_string(kExtension) + " characters that an archive has for it.");
            return false;
        }
        item.name = spelled(file.substr(0, dot), false);
        item.extension = raised(extension);
        std::reverse(item.extension.begin(), item.extension.end());
        return true;
    }

    /// Data follow the sorted paths; the header is before them.
    void placeData() {
        std::uint64_t next = dialect().minimumSize(Id::Header);
        place(root_, next);
        dataEnd_ = next;
    }

    void place(Folder& folder, std::uint64_t& next) {
        // Files and folders in one order, as the makers' tool finds them on the disk.
        auto item = folder.items.begin();
        auto inner = folder.folders.begin();
        while (item != folder.items.end() || inner != folder.folders.end()) {
            const bool isFolder =
                item == folder.items.end() || (inner != folder.folders.end() && inner->first < item->first);
            if (isFolder) {
                place(inner++->second, next);
                continue;
            }
            Item& one = item++->second;
            const std::uint64_t size = wish_.resources[one.index].size;
            layout_.order.push_back(one.index);
            if (next + size > kMaxSize || size > kMaxSize) {
                refuse(kNone, tooLarge());
                return;
            }
            // The makers' tool gives an empty file no place.
            one.pos = size == 0 ? 0 : static_cast<std::uint32_t>(next);
            next += size;
        }
        number(folder);
    }

    /// Numbers new resources of a folder after those that are kept.
    static void number(Folder& folder) {
        std::uint32_t next = kFirstId;
        for (const auto& [key, item] : folder.items) {
            if (item.hasId && item.id >= next && item.id < ~std::uint32_t{0}) next = item.id + 1;
        }
        for (auto& [key, item] : folder.items) {
            if (item.hasId) continue;
            constexpr std::size_t kMostDigits = 9;
            const bool isNumber = !item.name.empty() && item.name.size() <= kMostDigits &&
                                  item.name.find_first_not_of("0123456789") == std::string::npos;
            item.id = isNumber ? static_cast<std::uint32_t>(std::stoul(item.name)) : next++;
        }
    }

    static std::string tooLarge() { return "It would be larger than 4 GB, the most that a REZ can hold."; }

    void writeAll() {
        write(root_);
        if (!layout_.refusal.empty()) return;
        writeHead();
    }

    /// Appends the directory of a folder after those in it.
    void write(Folder& folder) {
        for (auto& [key, inner] : folder.folders) {
            largest_.folderName = std::max(largest_.folderName, inner.name.size() + 1);
            write(inner);
        }
        std::vector<std::byte>& out = layout_.directories;
        const std::size_t start = out.size();
        for (const auto& [key, inner] : folder.folders) {
            const NewFolder entry{inner};
            appendStruct(out, Id::Entry, '\0', schema::kFolder, entry);
        }
        for (const auto& [key, item] : folder.items) {
            const NewEntry entry{item, wish_.resources[item.index]};
            appendStruct(out, Id::Entry, '\0', schema::kResource, entry);
            largest_.name = std::max(largest_.name, item.name.size() + 1);
            if (!item.comment.empty()) largest_.comment = std::max(largest_.comment, item.comment.size() + 1);
            largest_.keys = std::max(largest_.keys, entry.keyCount());
        }
        if (out.size() > kMostDirectoryBytes || dataEnd_ + out.size() > kMaxSize) {
            refuse(kNone, tooLarge());
            return;
        }
        folder.pos = static_cast<std::uint32_t>(dataEnd_ + start);
        folder.size = static_cast<std::uint32_t>(out.size() - start);
    }

    /// The values of the entry of a folder.
    struct NewFolder {
        const Folder& folder;
        Value operator()(std::size_t field) const {
            switch (field) {
                case schema::kIndexOf<schema::kEntry, "Type">: return {schema::kFolder, {}};
                case schema::kIndexOf<schema::kEntry, "Pos">: return {folder.pos, {}};
                case schema::kIndexOf<schema::kEntry, "Size">: return {folder.size, {}};
                case schema::kIndexOf<schema::kEntry, "Time">: return {folder.time, {}};
                default: return {0, folder.name};
            }
        }
    };

    /// The values of the entry of a resource.
    struct NewEntry {
        const Item& item;
        const NewResource& resource;
        [[nodiscard]] std::size_t keyCount() const { return item.keys.size() / sizeof(std::uint32_t); }
        Value operator()(std::size_t field) const {
            switch (field) {
                case schema::kIndexOf<schema::kEntry, "Type">: return {schema::kResource, {}};
                case schema::kIndexOf<schema::kEntry, "Pos">: return {item.pos, {}};
                case schema::kIndexOf<schema::kEntry, "Size">: return {static_cast<std::uint32_t>(resource.size), {}};
                case schema::kIndexOf<schema::kEntry, "Time">: return {resource.time, {}};
                case schema::kIndexOf<schema::kEntry, "Id">: return {item.id, {}};
                case schema::kIndexOf<schema::kEntry, "Extension">: return {0, item.extension};
                case schema::kIndexOf<schema::kEntry, "KeyCount">: return {static_cast<std::uint32_t>(keyCount()), {}};
                case schema::kIndexOf<schema::kEntry, "Name">: return {0, item.name};
                case schema::kIndexOf<schema::kEntry, "Comment">: return {0, item.comment};
                default: return {0, item.keys};
            }
        }
    };

    [[nodiscard]] std::string titleOf() const {
        if (wish_.title) return *wish_.title;
        if (old_ == nullptr) return std::string(kTitle);
        const auto place = old_->document.walk().resolve("Header.UserTitle");
        return place ? std::string(old_->document.text({place->start, place->end - place->start}))
                     : std::string(kTitle);
    }

    void writeHead() {
        const std::string title = titleOf();
        appendStruct(layout_.head, Id::Header, ' ', schema::kResource, [&](std::size_t field) -> Value {
            const auto number = [](std::uint64_t value) { return Value{static_cast<std::uint32_t>(value), {}}; };
            switch (field) {
                case schema::kIndexOf<schema::kHeader, "LineBreak1">:
                case schema::kIndexOf<schema::kHeader, "LineBreak2">:
                case schema::kIndexOf<schema::kHeader, "LineBreak3">: return {0, schema::kLineBreak};
                case schema::kIndexOf<schema::kHeader, "FileType">: return {0, schema::kFileType};
                case schema::kIndexOf<schema::kHeader, "UserTitle">: return {0, title};
                case schema::kIndexOf<schema::kHeader, "EndOfText">: return number(schema::kEndOfText);
                case schema::kIndexOf<schema::kHeader, "FileFormatVersion">: return number(schema::kVersion);
                case schema::kIndexOf<schema::kHeader, "RootDirPos">: return number(root_.pos);
                case schema::kIndexOf<schema::kHeader, "RootDirSize">: return number(root_.size);
                case schema::kIndexOf<schema::kHeader, "RootDirTime">:
                case schema::kIndexOf<schema::kHeader, "Time">: return number(root_.time);
                case schema::kIndexOf<schema::kHeader, "NextWritePos">: return number(dataEnd_);
                case schema::kIndexOf<schema::kHeader, "LargestKeyAry">: return number(largest_.keys);
                case schema::kIndexOf<schema::kHeader, "LargestDirNameSize">: return number(largest_.folderName);
                case schema::kIndexOf<schema::kHeader, "LargestRezNameSize">: return number(largest_.name);
                case schema::kIndexOf<schema::kHeader, "LargestCommentSize">: return number(largest_.comment);
                // IsSorted: everything is written in order.
                default: return number(1);
            }
        });
    }

    const NewArchive& wish_;
    const OldArchive* old_;
    Folder root_;
    std::uint64_t dataEnd_ = 0;
    Largest largest_;
    Layout layout_;
};

}  // namespace

Layout layOut(const NewArchive& wish, const OldArchive* old) {
    return Plan(wish, old).build();
}

}  // namespace rez
