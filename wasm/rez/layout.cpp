#include "layout.h"

#include <algorithm>

#include "entry.h"
#include "schema_rez.h"

namespace rez {

using core::Record;
using core::State;
using schema::Id;

namespace {

constexpr auto kEntriesField = static_cast<std::uint16_t>(schema::kIndexOf<schema::kDirectory, "Entries">);

/// Puts the resources of each directory before those of the directories in it.
void putInOrder(Archive& archive) {
    std::vector<Resource> ordered;
    ordered.reserve(archive.resources.size());
    std::vector<std::uint32_t> open{0};
    while (!open.empty()) {
        const std::uint32_t index = open.back();
        open.pop_back();
        Directory& directory = archive.directories[index];
        const auto own = std::span(archive.resources).subspan(directory.firstResource, directory.resourceCount);
        directory.firstResource = static_cast<std::uint32_t>(ordered.size());
        ordered.insert(ordered.end(), own.begin(), own.end());
        for (std::uint32_t i = directory.childCount; i > 0; --i) open.push_back(directory.firstChild + i - 1);
    }
    archive.resources = std::move(ordered);
}

/// Makes the records, from the first byte to the last.
class Builder {
public:
    explicit Builder(File& file)
        : document_(file.document),
          archive_(*file.archive),
          contents_(file.contents()),
          gaps_(archive_.isComplete ? State::Unreferenced : State::Unparsed) {}

    void run() {
        position_ = document_.sections.front().end;
        std::vector<std::uint32_t> directories;
        for (std::uint32_t i = 0; i < archive_.directories.size(); ++i) {
            if (archive_.directories[i].isRead()) directories.push_back(i);
        }
        std::sort(directories.begin(), directories.end(), [this](std::uint32_t a, std::uint32_t b) {
            return archive_.directories[a].pos < archive_.directories[b].pos;
        });
        auto next = directories.begin();
        for (const Data& data : sortedData()) {
            for (; next != directories.end() && archive_.directories[*next].pos <= data.start; ++next) add(*next);
            add(data);
        }
        for (; next != directories.end(); ++next) add(*next);
        fill(size());
    }

private:
    /// The data of a resource as far as it lies in the file.
    struct Data {
        std::uint32_t start = 0;
        std::uint32_t end = 0;
        std::uint32_t resource = kNone;
    };

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(document_.bytes.size()); }

    /// By where it begins; of two at one place the first in the archive comes first.
    [[nodiscard]] std::vector<Data> sortedData() const {
        std::vector<Data> list;
        list.reserve(archive_.resources.size());
        for (std::uint32_t i = 0; i < archive_.resources.size(); ++i) {
            const Entry entry = contents_.entryOf(archive_.resources[i]);
            if (entry.size == 0 || entry.pos >= size()) continue;
            list.push_back(
                {entry.pos, static_cast<std::uint32_t>(std::min<std::uint64_t>(entry.dataEnd(), size())), i});
        }
        std::sort(list.begin(), list.end(), [](const Data& a, const Data& b) {
            return a.start != b.start ? a.start < b.start : a.resource < b.resource;
        });
        return list;
    }

    /// Says what the bytes up to `to` are: data of the resources that were added, or bytes that nothing names.
    void fill(std::uint32_t to) {
        while (position_ < to) {
            if (current_.end <= position_) current_ = farthest_;
            const bool isData = current_.end > position_;
            const std::uint32_t end = isData ? std::min(current_.end, to) : to;
            Record record = core::byteRange(position_, end, isData ? State::Known : gaps_);
            record.first = isData ? dataCount_++ : gapCount_++;
            if (isData) record.dims.outer = current_.resource;
            document_.records.add(record);
            position_ = end;
        }
    }

    void add(const Data& data) {
        fill(data.start);
        const bool isSame = data.start == farthest_.start && data.end == farthest_.end;
        if (data.start < farthest_.end) {
            archive_.overlaps.push_back({data.resource, farthest_.resource, isSame});
        } else if (data.start < position_) {
            archive_.overlaps.push_back({data.resource, kNone, false});
        }
        if (current_.end <= position_) current_ = data;
        if (data.end > farthest_.end) farthest_ = data;
    }

    void add(std::uint32_t index) {
        const Directory& directory = archive_.directories[index];
        fill(directory.pos);
        if (farthest_.end > directory.pos) archive_.overlaps.push_back({farthest_.resource, kNone, false});
        Record head;
        head.start = directory.pos;
        head.end = directory.end;
        head.type = Id::Directory;
        head.first = directoryCount_++;
        head.dims.outer = index;
        const std::uint32_t self = document_.records.add(head);
        const std::uint32_t end = addEntries(directory, self);
        if (end < directory.end) {
            const bool isLeftOver = directory.stop.kind == Stop::Kind::LeftOver;
            document_.records.add(
                core::byteRange(end, directory.end, isLeftOver ? State::Unreferenced : State::Unparsed, self));
        }
        position_ = directory.end;
        if (index == 0) {
            core::Section section;
            section.offset = directory.pos;
            section.end = section.next = directory.end;
            section.id = Id::Directory;
            document_.addSection(section);
        }
    }

    /// Adds the entries of a directory: those of one length in a row are one record. Returns where they end.
    std::uint32_t addEntries(const Directory& directory, std::uint32_t parent) {
        const std::uint32_t end = directory.stop.kind == Stop::Kind::None ? directory.end : directory.stop.offset;
        if (end == directory.pos) return end;
        Record group;
        group.start = directory.pos;
        group.parent = parent;
        group.field = kEntriesField;
        group.type = Id::Entry;
        const std::uint32_t self = document_.records.add(group);
        Record run = group;
        run.parent = self;
        run.count = 0;
        std::uint32_t count = 0;
        std::uint32_t stride = 0;
        for (std::uint32_t offset = directory.pos; offset < end; ++count) {
            const std::uint32_t length = readEntry(document_.bytes, offset, end).entry.end - offset;
            if (length != stride) {
                if (run.count > 0) document_.records.add(run);
                run.start = offset;
                run.first = count;
                run.count = 0;
                stride = length;
            }
            offset += length;
            run.end = offset;
            ++run.count;
        }
        if (run.count == count) {
            run.parent = parent;
            document_.records.set(self, run);
            return end;
        }
        document_.records.add(run);
        group.end = end;
        group.count = count;
        group.group = true;
        document_.records.set(self, group);
        return end;
    }

    core::Document& document_;
    Archive& archive_;
    Contents contents_;
    State gaps_;
    /// All before it have their records.
    std::uint32_t position_ = 0;
    /// Whose data is being read, and which of those that begin before reaches farthest.
    Data current_;
    Data farthest_;
    std::uint32_t dataCount_ = 0;
    std::uint32_t gapCount_ = 0;
    std::uint32_t directoryCount_ = 0;
};

}  // namespace

void layOut(File& file) {
    core::Document& document = file.document;
    const auto size = static_cast<std::uint32_t>(document.bytes.size());
    const std::uint32_t end = std::min(size, dialect().minimumSize(Id::Header));
    core::Section section;
    section.end = section.next = end;
    section.id = Id::Header;
    core::SectionResult result = core::readSection(document.bytes.subspan(0, end), document.dialect, {},
                                                   document.records, {0, end, false}, Id::Header, 0, "Header");
    document.addSection(section);
    if (result.fault) document.faults.push_back({0, std::move(*result.fault), false});
    if (!file.archive) return document.addRest(end, State::Opaque);
    putInOrder(*file.archive);
    Builder(file).run();
    document.records.shrink();
}

Entry Contents::entryOf(std::uint32_t offset, const Directory& directory) const {
    return readEntry(document_.bytes, offset, directory.end).entry;
}

std::string Contents::nameOf(const Entry& entry) const {
    constexpr std::uint32_t kExtension = 4;
    std::string name(document_.text(entry.name));
    const std::string_view reversed = document_.text({entry.extension, kExtension});
    if (reversed.find_first_not_of('\0') == std::string_view::npos) return name;
    name += '.';
    std::copy_if(reversed.rbegin(), reversed.rend(), std::back_inserter(name), [](char c) { return c != 0; });
    return name;
}

std::string Contents::pathOf(std::uint32_t directory) const {
    std::vector<core::Text> names;
    for (; directory != 0; directory = archive_.directories[directory].parent) {
        names.push_back(archive_.directories[directory].name);
    }
    std::string path;
    std::for_each(names.rbegin(), names.rend(),
                  [&](core::Text name) { path.append(document_.text(name)).append(1, '/'); });
    return path;
}

std::string Contents::pathOf(const Resource& resource) const {
    return pathOf(resource.directory) + nameOf(entryOf(resource));
}

std::uint32_t Contents::resourceAt(std::uint32_t offset) const {
    if (offset >= document_.bytes.size()) return kNone;
    const core::Records& records = document_.records;
    const Record root = records[records.childAbove(records.innermost(offset), kNone)];
    if (root.type.isScalar()) return root.state == State::Known ? root.dims.outer : kNone;
    if (root.type.id() != schema::StructId(Id::Directory)) return kNone;
    const Directory& directory = archive_.directories[root.dims.outer];
    const auto own = std::span(archive_.resources).subspan(directory.firstResource, directory.resourceCount);
    const auto after = std::upper_bound(own.begin(), own.end(), offset,
                                        [](std::uint32_t at, const Resource& resource) { return at < resource.entry; });
    if (after == own.begin() || offset >= entryOf(*(after - 1)).end) return kNone;
    return directory.firstResource + static_cast<std::uint32_t>(after - own.begin()) - 1;
}

}  // namespace rez
