// The module of changes, for files of every kind that can be changed: loaded only when somebody edits or compares.
// Other modules read the files; here only what a change takes of one is read (RawEdited in editing-module.d.ts).
#include <emscripten/bind.h>

#include <algorithm>
#include <exception>
#include <optional>

#include "abc/build.h"
#include "abc/convert.h"
#include "abc/edit.h"
#include "abc/fix.h"
#include "abc/validate.h"
#include "compare.h"
#include "compose.h"
#include "dtx/edit.h"
#include "edit.h"
#include "export/any_model.h"
#include "lta/edit.h"
#include "ltb/edit.h"
#include "memory.h"
#include "object_reader.h"
#include "retarget.h"
#include "spr/edit.h"
#include "spr/sprite.h"
#include "texture.h"

namespace bindings {
namespace {

/// What changes a model; null where nothing does.
auto editorOf(const core::Document& document) {
    using Edits = core::Edited (*)(const core::Document& document, std::span<const core::Operation> operations);
    if (exporting::isAbc(document)) return Edits{&abc::edit};
    if (document.format == core::Format::Ltb) return Edits{&ltb::edit};
    return document.format == core::Format::Lta ? Edits{&lta::edit} : nullptr;
}

class EditedFile {
public:
    [[nodiscard]] val allocate(double size);
    /// Reads the bytes as what the reading module took them for. False without memory.
    [[nodiscard]] bool read(const std::string& kind);

    [[nodiscard]] val edit(const val& operations) const;
    /// Changes that mend findings of a code; none where nothing is safe.
    /// @param finding index in the findings, −1: all of the code
    [[nodiscard]] val fixes(const std::string& code, std::int32_t finding) const;
    /// Of each finding 1 where something mends it, else 0.
    [[nodiscard]] val mendable() const;
    /// Conversion in types/edit.ts; null where it cannot be done.
    [[nodiscard]] val conversion(std::uint32_t version) const;
    /// What sets it apart from another file; null without memory.
    [[nodiscard]] val compare(const EditedFile& other) const {
        return comparisonObject(core::compare(*document_, *other.document_));
    }
    /// Which node of a model stands for which of it (NodePairs in types/retarget.ts), or why that cannot be said.
    [[nodiscard]] val pairNodes(const EditedFile& source, const val& options) const {
        if (!areModels(source)) return refused("Only models have nodes.");
        return pairedNodes({*document_, model()}, {*source.document_, source.model()}, options);
    }
    /// The operations that add an animation of another model to it.
    [[nodiscard]] val retarget(const EditedFile& source, const val& options, const val& wanted) const {
        if (!areModels(source)) return refused("Only models have animations.");
        return retargetedAnimation({*document_, model()}, {*source.document_, source.model()}, options, wanted);
    }

private:
    // Most changes need none of these.
    [[nodiscard]] const abc::Model& model() const {
        if (!model_) model_.emplace(exporting::buildAny(*document_));
        return *model_;
    }
    [[nodiscard]] const core::Findings& findings() const {
        if (!findings_) findings_.emplace(abc::validate(*document_, model()));
        return *findings_;
    }
    [[nodiscard]] bool isModel() const { return edits_ == &abc::edit; }
    [[nodiscard]] bool areModels(const EditedFile& other) const { return isOfModels_ && other.isOfModels_; }

    std::vector<std::byte> bytes_;
    std::optional<core::Document> document_;
    /// It was read as a model, of whatever format.
    bool isOfModels_ = false;
    /// Null: it can only be compared.
    core::Edited (*edits_)(const core::Document& document, std::span<const core::Operation> operations) = nullptr;
    mutable std::optional<abc::Model> model_;
    mutable std::optional<core::Findings> findings_;
};

val EditedFile::allocate(double size) {
    try {
        bytes_.assign(static_cast<std::size_t>(size), std::byte{});
    } catch (const std::exception&) {
        return val::null();
    }
    return val(emscripten::typed_memory_view(bytes_.size(), reinterpret_cast<std::uint8_t*>(bytes_.data())));
}

bool EditedFile::read(const std::string& kind) {
    try {
        if (kind == "texture") {
            document_.emplace(dtx::parse(bytes_).document);
            edits_ = &dtx::edit;
        } else if (kind == "sprite") {
            document_.emplace(spr::parse(bytes_).document);
            edits_ = &spr::edit;
        } else {
            document_.emplace(exporting::parseAny(bytes_));
            edits_ = editorOf(*document_);
            isOfModels_ = true;
        }
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

val EditedFile::edit(const val& operations) const {
    std::optional<core::EditRefusal> refusal;
    const std::vector<core::Operation> list = operationsOf(operations, refusal);
    if (edits_ == nullptr) refusal = core::EditRefusal{"Files of this kind cannot be changed.", 0, false};
    return refusal ? refusalObject(*refusal) : editedObject(edits_(*document_, list));
}

val EditedFile::fixes(const std::string& code, std::int32_t finding) const {
    if (!isModel()) return val::array();
    const auto& found = findings().list();
    const auto isOne = [&](const core::Finding& other) { return other.info->name == code; };
    const auto first = std::find_if(found.begin(), found.end(), isOne);
    if (first == found.end()) return val::array();
    if (finding < 0) return operationsList(abc::fixes(*document_, model(), findings(), first->code, std::nullopt));
    const auto index = static_cast<std::size_t>(finding);
    if (index >= found.size() || !isOne(found[index])) return val::array();
    return operationsList(abc::fixes(*document_, model(), findings(), first->code, index));
}

val EditedFile::mendable() const {
    std::vector<std::uint8_t> out;
    if (isModel()) {
        core::Findings left = findings();
        abc::withdrawFixes(*document_, model(), left);
        for (const core::Finding& finding : left.list()) out.push_back(finding.fix.empty() ? 0 : 1);
    }
    return copied(out);
}

val EditedFile::conversion(std::uint32_t version) const {
    if (!isModel()) return val::null();
    const abc::Converted converted = abc::convert(*document_, version);
    if (!converted.refusal.empty()) return val::null();
    const auto sentences = [](const std::vector<std::string>& list) {
        return arrayOf(list, [](const std::string& sentence) { return sentence; });
    };
    val out = val::object();
    out.set("version", version);
    out.set("lost", sentences(converted.lost));
    out.set("added", sentences(converted.added));
    return out;
}

}  // namespace
}  // namespace bindings

EMSCRIPTEN_BINDINGS(editing) {
    using namespace bindings;
    emscripten::function("memory", &memoryInUse);
    emscripten::function("compose", &composed);
    emscripten::function("writeTexture", &writtenTexture);
    emscripten::function("textureVersions", &textureVersions);
    emscripten::function("compareOutlines", &comparedOutlines);
    emscripten::class_<EditedFile>("File")
        .constructor<>()
        .function("allocate", &EditedFile::allocate)
        .function("read", &EditedFile::read)
        .function("edit", &Guarded<EditedFile, &EditedFile::edit, noMemoryToEdit>::ask)
        .function("fixes", &Guarded<EditedFile, &EditedFile::fixes, emptyList>::ask)
        .function("mendable", &Guarded<EditedFile, &EditedFile::mendable, nothing>::ask)
        .function("conversion", &Guarded<EditedFile, &EditedFile::conversion, nothing>::ask)
        .function("compare", &Guarded<EditedFile, &EditedFile::compare, nothing>::ask)
        .function("pairNodes", &Guarded<EditedFile, &EditedFile::pairNodes, noMemoryToEdit>::ask)
        .function("retarget", &Guarded<EditedFile, &EditedFile::retarget, noMemoryToEdit>::ask);
}
