// A glTF of JavaScript that goes back into the file that it came from.
#pragma once

#include <optional>

#include "merge/bound.h"
#include "merge/merge.h"
#include "merge/template.h"
#include "values.h"

namespace bindings {

/// One merge. What does not fit is refused (NotWritten in types/new-model.ts).
class MergeWork {
public:
    /// A view of so many bytes of the file to fill; null without memory for them.
    [[nodiscard]] val allocate(double size);
    /// Null, or why nothing else may be asked. @param rig, settings MergeRig and MergeSettings (types/merge.ts)
    [[nodiscard]] val begin(const val& rig, const val& settings);
    /// MergedLevel. @param mesh MergeMesh
    [[nodiscard]] val level(std::uint32_t piece, std::uint32_t lod, const val& mesh);
    /// Null, or why not.
    [[nodiscard]] val rebound(std::uint32_t piece, std::uint32_t lod);
    /// MergedNewPiece.
    [[nodiscard]] val newPiece(const val& mesh);
    /// MergedOldMesh. @param more a list of MergeMesh
    [[nodiscard]] val oldMesh(const val& mesh, const val& more);
    /// Null, or why not. @param targets a list of Float32Array
    [[nodiscard]] val setTargets(const val& targets, double off);
    /// MergePlayed. @param channels a list of MergeChannel @param known Float64Array, or null
    [[nodiscard]] val play(const val& channels, const val& known);
    /// Null, or why not. @param curve MergeMorphs
    [[nodiscard]] val playMorphs(const val& curve);
    /// Float64Array.
    [[nodiscard]] val moments() const;
    /// Float32Array. @param times Float64Array
    [[nodiscard]] val poses(const val& times) const;
    /// A number.
    [[nodiscard]] val likeness(std::uint32_t animation) const;
    /// MergedKeys.
    [[nodiscard]] val keys(std::uint32_t animation);
    /// A number.
    [[nodiscard]] val deform() const;
    /// RewrittenAnimation, or null. @param strings MergeStrings
    [[nodiscard]] val rewrite(const val& strings);
    /// Uint8Array. @param made MergeAnimation
    [[nodiscard]] val newAnimation(const val& made) const;
    /// Null, or why not. @param values Float64Array
    [[nodiscard]] val write(const std::string& list, std::uint32_t index, double offset, const val& values);
    /// A list of EditOperation.
    [[nodiscard]] val operations() const;

private:
    [[nodiscard]] bool isPlaying() const { return merge_ && merge_->isPlaying(); }

    merging::ByteList bytes_;
    std::optional<merging::Merge> merge_;
};

/// The bytes of the template of an export: Uint8Array, or a refusal. @param exported ExportedParts (types/merge.ts)
[[nodiscard]] val templateObject(const core::Document& document, const abc::Model& model, const val& exported);
/// BoundVertices, or a refusal. @param parts BindingParts (types/merge.ts)
[[nodiscard]] val boundObject(const abc::Model& model, const val& parts);
/// Float32Array, or a refusal. @param vertices Uint32Array
[[nodiscard]] val marksObject(std::uint32_t piece, std::uint32_t lod, const val& vertices);

}  // namespace bindings
