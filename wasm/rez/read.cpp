// Reading an archive: which bytes are wanted, and the directories that they are.
#include <algorithm>

#include "entry.h"
#include "layout.h"
#include "schema_rez.h"

namespace rez {

using core::schema::Name;
using schema::Id;

namespace {

std::uint32_t headerSize() {
    return dialect().minimumSize(Id::Header);
}

template <Name name>
std::uint32_t headerField(Bytes header) {
    return core::load<std::uint32_t>(header, core::offsetIn<schema::kHeader, name>(dialect(), Id::Header));
}

}  // namespace

const std::byte* Store::keep(std::uint32_t offset, Bytes bytes) {
    constexpr std::size_t kBlock = 1U << 20U;
    if (bytes.size() > left_) {
        left_ = std::max(kBlock, bytes.size());
        blocks_.push_back(std::make_unique<std::byte[]>(left_));
        next_ = blocks_.back().get();
    }
    const std::byte* const kept = std::copy(bytes.begin(), bytes.end(), next_) - bytes.size();
    next_ += bytes.size();
    left_ -= bytes.size();
    const auto end = static_cast<std::uint32_t>(offset + bytes.size());
    // Directories mostly stand in a row.
    const bool joins = !extents_.empty() && extents_.back().end == offset &&
                       extents_.back().bytes + (offset - extents_.back().start) == kept;
    if (joins) {
        extents_.back().end = end;
    } else {
        extents_.push_back({offset, end, kept});
    }
    return kept;
}

std::span<const core::Extent> Store::extents() {
    std::sort(extents_.begin(), extents_.end(),
              [](const core::Extent& a, const core::Extent& b) { return a.start < b.start; });
    extents_.shrink_to_fit();
    return extents_;
}

Reader::Reader(std::uint64_t fileSize) : fileSize_(fileSize) {
    if (fileSize == 0) format_ = core::Format::Empty;
    hasHeader_ = fileSize == 0 || fileSize > kMaxSize;
}

bool Reader::isLater(std::uint32_t a, std::uint32_t b) const {
    return archive_.directories[a].pos > archive_.directories[b].pos;
}

std::optional<Wanted> Reader::wanted() const {
    if (!hasHeader_) return Wanted{0, static_cast<std::uint32_t>(std::min<std::uint64_t>(fileSize_, headerSize()))};
    if (pending_.empty()) return std::nullopt;
    const Directory& next = archive_.directories[pending_.front()];
    return Wanted{next.pos, next.end};
}

void Reader::take(Bytes bytes) {
    assert(wanted() && bytes.size() == wanted()->end - wanted()->start);
    if (!hasHeader_) return takeHeader(bytes);
    std::pop_heap(pending_.begin(), pending_.end(), [this](auto a, auto b) { return isLater(a, b); });
    const std::uint32_t index = pending_.back();
    pending_.pop_back();
    takeDirectory(index, bytes);
}

void Reader::takeHeader(Bytes bytes) {
    hasHeader_ = true;
    format_ = core::detect(bytes);
    store_.keep(0, bytes);
    if (format_ != core::Format::Rez) return;
    isReadable_ = true;
    if (bytes.size() < headerSize()) return;
    version_ = headerField<"FileFormatVersion">(bytes);
    isReadable_ = version_ == schema::kVersion;
    if (!isReadable_) return;
    taken_.emplace(0, headerSize());
    Directory root;
    root.pos = headerField<"RootDirPos">(bytes);
    root.size = headerField<"RootDirSize">(bytes);
    add(root);
}

bool Reader::isAncestor(std::uint32_t pos, const Directory& directory) const {
    for (std::uint32_t index = directory.parent; index != kNone; index = archive_.directories[index].parent) {
        if (archive_.directories[index].pos == pos) return true;
    }
    return false;
}

Unread Reader::reasonFor(const Directory& directory) const {
    if (directory.size == 0) return Unread::No;
    const std::uint64_t end = std::uint64_t{directory.pos} + directory.size;
    if (directory.pathLength > kLongestPath || directory.depth > kMostNested) return Unread::LongPath;
    if (directory.pos >= fileSize_) return Unread::Outside;
    const auto after = taken_.lower_bound(directory.pos);
    const bool overlapsNext = after != taken_.end() && after->first < end;
    const bool overlapsBefore = after != taken_.begin() && std::prev(after)->second > directory.pos;
    if (overlapsNext || overlapsBefore) {
        return isAncestor(directory.pos, directory) ? Unread::Cycle : Unread::Overlap;
    }
    if (directoryBytes_ + directory.size > kMostDirectoryBytes) return Unread::Limit;
    return end > fileSize_ ? Unread::Outside : Unread::No;
}

void Reader::add(Directory directory) {
    directory.unread = reasonFor(directory);
    directory.end = directory.pos;
    const bool mayBeRead = directory.unread == Unread::No || directory.unread == Unread::Outside;
    const bool isThere = directory.size > 0 && directory.pos < fileSize_;
    if (directory.unread != Unread::No) archive_.isComplete = false;
    if (mayBeRead && isThere) {
        const std::uint64_t end = std::uint64_t{directory.pos} + directory.size;
        directory.end = static_cast<std::uint32_t>(std::min(end, fileSize_));
        directoryBytes_ += directory.end - directory.pos;
        taken_.emplace(directory.pos, directory.end);
    }
    const auto index = static_cast<std::uint32_t>(archive_.directories.size());
    archive_.directories.push_back(directory);
    if (!directory.isRead()) return;
    pending_.push_back(index);
    std::push_heap(pending_.begin(), pending_.end(), [this](auto a, auto b) { return isLater(a, b); });
}

void Reader::takeDirectory(std::uint32_t index, Bytes bytes) {
    // Directories are added below: no reference to this one would hold.
    Directory self = archive_.directories[index];
    const core::Extent extent{self.pos, self.end, store_.keep(self.pos, bytes)};
    const core::FileBytes here(std::span(&extent, 1), static_cast<std::uint32_t>(fileSize_));
    self.firstResource = static_cast<std::uint32_t>(archive_.resources.size());
    self.firstChild = static_cast<std::uint32_t>(archive_.directories.size());
    std::uint32_t offset = self.pos;
    while (offset < self.end) {
        const auto [entry, stop, field, fieldOffset, wantedBytes] = readEntry(here, offset, self.end);
        if (stop != Stop::Kind::None) {
            self.stop = {stop, offset};
            archive_.isComplete = archive_.isComplete && stop == Stop::Kind::LeftOver;
            break;
        }
        const bool isFolder = entry.type == schema::kFolder;
        const bool isFull =
            isFolder ? archive_.directories.size() >= kMostDirectories : archive_.resources.size() >= kMostResources;
        if (isFull) {
            if (!archive_.unlisted) archive_.unlisted = offset;
            archive_.isComplete = false;
        } else if (isFolder) {
            Directory child;
            child.parent = index;
            child.entry = offset;
            child.name = entry.name;
            child.pos = entry.pos;
            child.size = entry.size;
            child.depth = self.depth + 1;
            // After a path that is too long nothing is added: it does not overflow.
            child.pathLength = self.pathLength + entry.name.length + 1;
            add(child);
        } else {
            archive_.resources.push_back({offset, index});
        }
        offset = entry.end;
    }
    self.resourceCount = static_cast<std::uint32_t>(archive_.resources.size()) - self.firstResource;
    self.childCount = static_cast<std::uint32_t>(archive_.directories.size()) - self.firstChild;
    archive_.directories[index] = self;
}

File Reader::finish() {
    assert(!wanted());
    const bool isTooLarge = fileSize_ > kMaxSize;
    const auto size = static_cast<std::uint32_t>(isTooLarge ? 0 : fileSize_);
    File file{core::Document(core::FileBytes(), dialect().version()), std::move(store_), fileSize_, {}};
    core::Document& document = file.document;
    document.bytes = core::FileBytes(file.store.extents(), size);
    document.format = format_;
    document.version = version_;
    document.versionKnown = isReadable_;
    if (format_ != core::Format::Rez) {
        document.addRest(0, core::State::Opaque);
        return file;
    }
    if (isReadable_ && size >= headerSize()) file.archive = std::move(archive_);
    layOut(file);
    return file;
}

File parse(Bytes bytes) {
    Reader reader(bytes.size());
    while (const auto wanted = reader.wanted()) reader.take(bytes.subspan(wanted->start, wanted->end - wanted->start));
    return reader.finish();
}

}  // namespace rez
