// The module of the archives: a REZ as JavaScript sees it (RawArchive in rez-module.d.ts). It is read part by part: as
// long as bytes are wanted, they are filled in and taken.
#include <algorithm>
#include <map>

#include "core/verdict.h"
#include "core/words.h"
#include "findings.h"
#include "from_js.h"
#include "memory.h"
#include "rez/archive.h"
#include "rez/entry.h"
#include "rez/schema.h"
#include "rez/validate.h"
#include "rez/write.h"
#include "schema.h"
#include "structure.h"

namespace bindings {
namespace {

using rez::schema::Id;

/// What parts of an archive are to a reader, whichever of them it is: numbers in the sections of `Info`.
enum class Part : std::uint8_t { Header, Directory, Resource };

class ArchiveFile final : public StructureFile {
public:
    /// Begins to read a file of a size.
    void begin(double fileSize, const std::string& name);
    /// The bytes to fill in next as [start, end]; null when nothing is wanted.
    [[nodiscard]] val wanted() const;
    /// Takes the bytes that were filled into the view of `allocate`.
    void take();

    [[nodiscard]] val info() const;
    [[nodiscard]] val entries(std::uint32_t from, std::uint32_t count) const;
    [[nodiscard]] val kinds() const;
    [[nodiscard]] val parts() const;
    [[nodiscard]] val schema() const;
    [[nodiscard]] val layOut(const val& wish) const;
    [[nodiscard]] std::uint32_t entryCount() const;
    /// Without the root.
    [[nodiscard]] std::uint32_t folderCount() const;
    [[nodiscard]] std::int32_t entryAt(double offset) const;

private:
    void read(core::Bytes bytes) override;
    void clear() noexcept override {
        reader_.reset();
        archive_.reset();
        store_ = {};
    }
    [[nodiscard]] std::string labelOf(const core::Place& place) const override;
    [[nodiscard]] std::uint32_t sectionAt(std::uint32_t offset) const override;
    /// There is an archive.
    [[nodiscard]] rez::Contents contents() const { return {*document_, *archive_}; }

    std::string name_;
    std::optional<rez::Reader> reader_;
    rez::Store store_;
    std::optional<rez::Archive> archive_;
};

void ArchiveFile::begin(double fileSize, const std::string& name) {
    name_ = name;
    reader_.emplace(static_cast<std::uint64_t>(fileSize));
}

val ArchiveFile::wanted() const {
    const auto range = reader_ ? reader_->wanted() : std::nullopt;
    if (!range) return val::null();
    val out = val::array();
    out.set(0, range->start);
    out.set(1, range->end);
    return out;
}

void ArchiveFile::take() {
    try {
        if (reader_) reader_->take(bytes_);
    } catch (const std::exception&) {
        outOfMemory();
    }
}

void ArchiveFile::read(core::Bytes /*bytes*/) {
    // Without memory for what was wanted there is no reader, and the file says so.
    if (!reader_) return;
    bytes_ = {};
    rez::File file = reader_->finish();
    reader_.reset();
    findings_ = rez::validate(file, name_);
    store_ = std::move(file.store);
    archive_ = std::move(file.archive);
    document_.emplace(std::move(file.document));
    verdict_ = core::engineVerdict(*document_, findings_);
    // Nothing is known of what ModelEdit does with archives.
    editorVerdict_ = verdict_;
}

std::string ArchiveFile::labelOf(const core::Place& place) const {
    if (!archive_ || place.record == core::kNone) return StructureFile::labelOf(place);
    const core::Record& record = document_->records[place.record];
    const bool isRoot = record.parent == core::kNone;
    if (isRoot && record.type == core::schema::Type(Id::Directory)) return contents().pathOf(record.dims.outer);
    if (isRoot && record.type.isScalar() && record.state == core::State::Known) {
        return contents().pathOf(archive_->resources[record.dims.outer]);
    }
    return StructureFile::labelOf(place);
}

std::uint32_t ArchiveFile::sectionAt(std::uint32_t offset) const {
    if (!archive_) return StructureFile::sectionAt(offset);
    const core::Records& records = document_->records;
    const std::uint32_t root = records.childAbove(records.innermost(offset), core::kNone);
    if (root == core::kNone || records[root].state != core::State::Known) return kNoSection;
    const core::schema::Type type = records[root].type;
    if (type.isScalar()) return static_cast<std::uint32_t>(Part::Resource);
    return static_cast<std::uint32_t>(type == core::schema::Type(Id::Header) ? Part::Header : Part::Directory);
}

val ArchiveFile::info() const {
    val out = infoWithoutModel();
    val header = fieldsOf("Header");
    if (!archive_) {
        out.set("header", header);
        return out;
    }
    const core::Walk walk = document_->walk();
    for (const char* field : {"FileType", "UserTitle"}) {
        const auto place = walk.resolve(std::string("Header.") + field);
        header.set(field, text({place->start, place->end - place->start}));
    }
    out.set("header", header);
    // Thousands of directories and resources: one of each stands for all.
    const auto section = [](const char* type, std::uint32_t offset, std::uint32_t end) {
        val entry = val::object();
        entry.set("type", type);
        entry.set("offset", offset);
        entry.set("size", end - offset);
        entry.set("next", end);
        return entry;
    };
    const rez::Directory& root = archive_->directories.front();
    const std::uint32_t headerEnd = document_->sections.front().end;
    const core::Records& records = document_->records;
    std::uint32_t first = 0;
    while (first < records.size() && (!records[first].type.isScalar() || records[first].state != core::State::Known)) {
        ++first;
    }
    const bool hasData = first < records.size();
    val sections = val::array();
    sections.set(static_cast<int>(Part::Header), section("Header", 0, headerEnd));
    sections.set(static_cast<int>(Part::Directory),
                 section("Directory", root.isRead() ? root.pos : headerEnd, root.isRead() ? root.end : headerEnd));
    sections.set(static_cast<int>(Part::Resource), section("Resource", hasData ? records.start(first) : headerEnd,
                                                           hasData ? records.end(first) : headerEnd));
    out.set("sections", sections);
    return out;
}

std::uint32_t ArchiveFile::entryCount() const {
    return !archive_ ? 0 : static_cast<std::uint32_t>(archive_->resources.size());
}

std::uint32_t ArchiveFile::folderCount() const {
    return !archive_ ? 0 : static_cast<std::uint32_t>(archive_->directories.size()) - 1;
}

std::int32_t ArchiveFile::entryAt(double offset) const {
    if (!archive_ || offset < 0 || offset >= static_cast<double>(document_->bytes.size())) return -1;
    const std::uint32_t index = contents().resourceAt(static_cast<std::uint32_t>(offset));
    return index == core::kNone ? -1 : static_cast<std::int32_t>(index);
}

val ArchiveFile::entries(std::uint32_t from, std::uint32_t count) const {
    std::string paths;
    std::vector<std::uint32_t> offsets;
    std::vector<std::uint32_t> sizes;
    std::vector<std::uint32_t> times;
    const std::uint32_t end = from + std::min(count, entryCount() - std::min(from, entryCount()));
    std::string folder;
    std::uint32_t folderOf = core::kNone;
    for (std::uint32_t i = from; i < end; ++i) {
        const rez::Resource& resource = archive_->resources[i];
        const rez::Entry entry = contents().entryOf(resource);
        if (resource.directory != folderOf) folder = core::utf8FromLatin1(contents().pathOf(resource.directory));
        folderOf = resource.directory;
        // No name has a zero in it: one text crosses the border faster than a list of them.
        paths.append(folder).append(core::utf8FromLatin1(contents().nameOf(entry))).append(1, '\0');
        offsets.push_back(entry.pos);
        sizes.push_back(entry.size);
        times.push_back(entry.time);
    }
    val out = val::object();
    out.set("paths", paths);
    out.set("offset", copied(offsets));
    out.set("size", copied(sizes));
    out.set("time", copied(times));
    return out;
}

val ArchiveFile::kinds() const {
    struct Kind {
        std::uint32_t count = 0;
        std::uint64_t bytes = 0;
    };
    // An archive may have as many extensions as entries: what is not listed is counted together.
    constexpr std::size_t kMostKept = 10'000;
    constexpr std::size_t kMostListed = 50;
    std::map<std::string, Kind> byExtension;
    Kind others;
    if (archive_) {
        for (const rez::Resource& resource : archive_->resources) {
            const rez::Entry entry = contents().entryOf(resource);
            const std::string name = core::lowered(contents().nameOf(entry));
            const std::size_t dot = name.rfind('.');
            const std::string extension = dot == std::string::npos ? std::string() : name.substr(dot + 1);
            const bool isKept = byExtension.size() < kMostKept || byExtension.contains(extension);
            Kind& kind = isKept ? byExtension[extension] : others;
            ++kind.count;
            kind.bytes += entry.size;
        }
    }
    std::vector<std::pair<std::string, Kind>> list(byExtension.begin(), byExtension.end());
    std::stable_sort(list.begin(), list.end(),
                     [](const auto& a, const auto& b) { return a.second.bytes > b.second.bytes; });
    for (std::size_t i = kMostListed; i < list.size(); ++i) {
        others.count += list[i].second.count;
        others.bytes += list[i].second.bytes;
    }
    list.resize(std::min(list.size(), kMostListed));
    const auto object = [](const Kind& kind) {
        val entry = val::object();
        entry.set("count", kind.count);
        entry.set("bytes", static_cast<double>(kind.bytes));
        return entry;
    };
    val out = val::object();
    out.set("list", arrayOf(list, [&](const auto& kind) {
                val entry = object(kind.second);
                entry.set("extension", core::utf8FromLatin1(kind.first));
                return entry;
            }));
    out.set("others", object(others));
    return out;
}

val ArchiveFile::parts() const {
    // A map of the file has some thousand lines.
    constexpr std::size_t kMost = 20'000;
    std::vector<std::uint32_t> starts;
    std::vector<std::uint32_t> ends;
    std::vector<std::uint32_t> sections;
    const core::Records& records = document_->records;
    for (std::uint32_t i = 0; i < records.size() && starts.size() < kMost; ++i) {
        if (records.parent(i) != core::kNone) continue;
        const std::uint32_t section = sectionAt(records.start(i));
        if (section == kNoSection) continue;
        if (!ends.empty() && ends.back() == records.start(i) && sections.back() == section) {
            ends.back() = records.end(i);
            continue;
        }
        starts.push_back(records.start(i));
        ends.push_back(records.end(i));
        sections.push_back(section);
    }
    val out = val::object();
    out.set("start", copied(starts));
    out.set("end", copied(ends));
    out.set("section", copied(sections));
    return out;
}

val ArchiveFile::schema() const {
    if (document_->format != core::Format::Rez) return val::null();
    std::vector<SchemaPart> parts;
    for (const Id id : {Id::Header, Id::Directory}) parts.push_back({rez::dialect().describe(id).name, id});
    return schemaOf(rez::dialect(), parts);
}

val ArchiveFile::layOut(const val& wish) const {
    if (!isObject(wish)) throw WrongArgument();
    rez::NewArchive archive;
    archive.inCapitals = wish["inCapitals"].as<bool>();
    std::string reason;
    if (wish["title"].isString()) archive.title = latin1Of(textOf(wish["title"]), reason);
    rez::Layout layout;
    layout.refusal = reason;
    const std::string paths = textOf(wish["paths"]);
    const auto column = [&](const char* name) {
        val list = wish[name];
        if (!isObject(list)) throw WrongArgument();
        return list;
    };
    const auto sizes = numbersOf<double>(column("size"));
    const auto times = numbersOf<std::uint32_t>(column("time"));
    const auto kept = numbersOf<std::int32_t>(column("kept"));
    std::size_t at = 0;
    for (std::size_t i = 0; i < sizes.size() && layout.refusal.empty(); ++i) {
        const std::size_t end = std::min(paths.find('\0', at), paths.size());
        const std::string path = latin1Of(paths.substr(at, end - at), layout.refusal);
        if (!layout.refusal.empty()) layout.refused = static_cast<std::uint32_t>(i);
        at = std::min(end + 1, paths.size());
        // Sizes that no file has are refused as too large.
        const auto size = sizes[i] >= 0 && sizes[i] < 0x1p53 ? static_cast<std::uint64_t>(sizes[i]) : ~std::uint64_t{0};
        archive.resources.push_back(
            {path, size, times.at(i), kept.at(i) < 0 ? core::kNone : static_cast<std::uint32_t>(kept.at(i))});
    }
    if (layout.refusal.empty()) {
        const std::optional<rez::OldArchive> old =
            archive_ ? std::optional(rez::OldArchive{*document_, *archive_}) : std::nullopt;
        layout = rez::layOut(archive, old ? &*old : nullptr);
    }
    const auto bytes = [](const std::vector<std::byte>& list) {
        return copied(std::span(reinterpret_cast<const std::uint8_t*>(list.data()), list.size()));
    };
    val out = val::object();
    out.set("refusal", layout.refusal);
    out.set("refused", layout.refused == core::kNone ? -1 : static_cast<std::int32_t>(layout.refused));
    out.set("head", bytes(layout.head));
    out.set("directories", bytes(layout.directories));
    out.set("order", copied(layout.order));
    return out;
}

val noEntries() {
    val out = val::object();
    out.set("paths", "");
    for (const char* column : {"offset", "size", "time"}) out.set(column, copied(std::vector<std::uint32_t>{}));
    return out;
}

}  // namespace
}  // namespace bindings

EMSCRIPTEN_BINDINGS(rez) {
    using namespace bindings;
    emscripten::function(
        "catalogue", +[] { return catalogue(rez::archiveCatalogue()); });
    emscripten::function("memory", &memoryInUse);
    emscripten::function("columnNames", &columnNames);
    structureClass<ArchiveFile>("File")
        .function(
            "begin", +[](ArchiveFile& file, double size, const std::string& name) { file.begin(size, name); })
        .function(
            "wanted", +[](const ArchiveFile& file) { return file.wanted(); })
        .function(
            "take", +[](ArchiveFile& file) { file.take(); })
        .function(
            "entryCount", +[](const ArchiveFile& file) { return file.entryCount(); })
        .function(
            "entryAt", +[](const ArchiveFile& file, double offset) { return file.entryAt(offset); })
        .function("entries", &Guarded<ArchiveFile, &ArchiveFile::entries, noEntries>::ask)
        .function("parts", &Guarded<ArchiveFile, &ArchiveFile::parts, nothing>::ask)
        .function("kinds", &Guarded<ArchiveFile, &ArchiveFile::kinds, nothing>::ask)
        .function(
            "folderCount", +[](const ArchiveFile& file) { return file.folderCount(); })
        .function("schema", &Guarded<ArchiveFile, &ArchiveFile::schema, nothing>::ask)
        .function("layOut", &Guarded<ArchiveFile, &ArchiveFile::layOut, nothing>::ask);
}
