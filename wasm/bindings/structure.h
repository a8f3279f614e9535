// What every kind of file is asked: what its bytes are, and what is wrong with them.
#pragma once

#include <emscripten/bind.h>

#include <optional>
#include <string>
#include <vector>

#include "abc/capabilities.h"
#include "core/document.h"
#include "core/verdict.h"
#include "format_edits.h"
#include "values.h"

namespace bindings {

/// A file that was opened, and the half of its JavaScript object that is the same for all of them (RawStructure
/// in module.d.ts). A kind of file derives from it, and binds itself with `structureClass`.
class StructureFile {
public:
    StructureFile() = default;
    StructureFile(const StructureFile&) = delete;
    StructureFile& operator=(const StructureFile&) = delete;
    virtual ~StructureFile() = default;

    /// A view of `size` bytes to fill before `parse`; null when there is no memory for them.
    [[nodiscard]] val allocate(double size);
    void parse();
    /// Makes it a file of which nothing could be read for want of memory, with a finding that says so. Frees memory and
    /// allocates none.
    void outOfMemory() noexcept;  // NOLINT(bugprone-exception-escape)

    [[nodiscard]] val findings() const;
    [[nodiscard]] bool findingsTruncated() const { return findings_.truncated(); }
    [[nodiscard]] val engine() const;
    [[nodiscard]] val modelEdit() const;
    [[nodiscard]] val coverage() const;
    [[nodiscard]] val notKnown() const;
    [[nodiscard]] val leaves(std::uint32_t start, std::uint32_t end) const;
    [[nodiscard]] val paths(std::uint32_t start, std::uint32_t end) const;
    [[nodiscard]] val resolve(const std::string& path) const;
    [[nodiscard]] val children(const std::string& path, std::uint32_t from, std::uint32_t count) const;
    [[nodiscard]] val ancestors(std::uint32_t offset) const;
    [[nodiscard]] val elements(const std::string& path) const;
    [[nodiscard]] val search(const val& terms, std::uint32_t from, std::uint32_t budget) const;

protected:
    /// Fills `document_`, `findings_`, the verdicts and whatever else the kind of file is.
    virtual void read(core::Bytes bytes) = 0;
    /// Frees whatever else the kind of file is. Allocates nothing.
    virtual void clear() noexcept = 0;

    /// The part of `Info` that is the same for every kind: format, size and version.
    [[nodiscard]] val commonInfo() const;
    /// The same with what a model has and other files have not: all of it empty.
    [[nodiscard]] val infoWithoutModel() const;
    /// `Info.sections`.
    [[nodiscard]] val sectionList() const;
    /// The numbers and the command string of the struct at `path`, by their names in the format, in file order.
    [[nodiscard]] val fieldsOf(const char* path) const;
    [[nodiscard]] val text(core::Text text) const;
    /// The name that the file gives a node, in Latin-1; empty when it has none.
    [[nodiscard]] virtual std::string labelOf(const core::Place& place) const;
    /// Index in the sections of `Info` of what holds the byte, kNoSection outside all of them.
    [[nodiscard]] virtual std::uint32_t sectionAt(std::uint32_t offset) const;
    /// The place at a path, nothing when there is none.
    [[nodiscard]] std::optional<core::Place> placeAt(std::string_view path) const;
    static constexpr std::uint32_t kNoSection = core::kNone;

    std::vector<std::byte> bytes_;
    std::optional<core::Document> document_;
    core::Findings findings_;
    core::EngineVerdict verdict_;
    /// The same of ModelEdit.
    core::EngineVerdict editorVerdict_;

private:
    struct NamedSection {
        std::string name;
        std::optional<core::Place> place;
    };

    bool isOutOfMemory_ = false;
    /// The section of the last path: a table asks for 1,000s of paths in one, and 100,000s of sections may stand before
    /// it.
    mutable std::optional<NamedSection> lastSection_;

    [[nodiscard]] val verdictObject(const core::EngineVerdict& verdict) const;
    [[nodiscard]] val node(const core::Place& place, const std::string& path, std::string_view name) const;
};

/// `Features` in info.ts.
[[nodiscard]] val featuresObject(abc::Capabilities capabilities);
/// `ModelEdits` in info.ts.
[[nodiscard]] val editsObject(const FormatEdits& edits);

/// Names of the numbers in columns, by number (ColumnNames in types.ts).
[[nodiscard]] val columnNames();

[[nodiscard]] val noLeaves();
[[nodiscard]] val noRanges();
[[nodiscard]] val nothingFound();

/// Binds a kind of file under a name: what is common to all is there, `info` and the rest is the kind's own.
template <class File>
emscripten::class_<File> structureClass(const char* name) {
    return emscripten::class_<File>(name)
        .template constructor<>()
        .function(
            "allocate", +[](File& file, double size) { return file.allocate(size); })
        .function(
            "parse", +[](File& file) { file.parse(); })
        .function("info", &askAtOpening<File, &File::info>)
        .function("findings", &askAtOpening<File, &File::findings>)
        .function(
            "findingsTruncated", +[](const File& file) { return file.findingsTruncated(); })
        .function("engine", &askAtOpening<File, &File::engine>)
        .function("modelEdit", &askAtOpening<File, &File::modelEdit>)
        .function("coverage", &askAtOpening<File, &File::coverage>)
        .function("notKnown", &Guarded<File, &File::notKnown, noRanges>::ask)
        .function("leaves", &Guarded<File, &File::leaves, noLeaves>::ask)
        .function("paths", &Guarded<File, &File::paths, emptyList>::ask)
        .function("resolve", &Guarded<File, &File::resolve, nothing>::ask)
        .function("children", &Guarded<File, &File::children, emptyList>::ask)
        .function("ancestors", &Guarded<File, &File::ancestors, emptyList>::ask)
        .function("elements", &Guarded<File, &File::elements, nothing>::ask)
        .function("search", &Guarded<File, &File::search, nothingFound>::ask);
}

}  // namespace bindings
