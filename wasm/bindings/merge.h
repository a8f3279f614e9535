// A glTF of JavaScript that goes back into the file that it came from.
#pragma once

#include <optional>

#include "merge/merge.h"
#include "values.h"

namespace bindings {

/// One merge. What does not fit is refused (NotWritten in types/new-model.ts).
class MergeWork {
public:
    /// A view of so many bytes of the file to fill; null without memory for them.
    [[nodiscard]] val allocate(double size);
    /// MergeJoints; null: the joints are not the nodes of the file, and nothing else may be asked.
    /// @param scene, settings MergeScene and MergeSettings (types/merge.ts)
    [[nodiscard]] val begin(const val& scene, const val& settings);
    /// MergedLevel. @param mesh MergePrimitive
    [[nodiscard]] val level(std::uint32_t piece, std::uint32_t lod, const val& mesh);
    /// Null, or why not.
    [[nodiscard]] val rebound(std::uint32_t piece, std::uint32_t lod);
    /// MergedNewPiece.
    [[nodiscard]] val newPiece(const val& mesh);
    /// MergedOldMesh. @param more a list of MergePrimitive
    [[nodiscard]] val oldMesh(const val& mesh, const val& more);
    /// A number.
    [[nodiscard]] val meshLikeness(const val& mesh) const;
    /// Null, or why not. @param targets a list of Float32Array
    [[nodiscard]] val setTargets(const val& targets, double off);
    /// MergePlayed. @param curves GltfChannels @param known Float64Array, or null
    [[nodiscard]] val play(const val& curves, const val& known);
    /// Null, or why not. @param rest Float64Array
    [[nodiscard]] val playMorphs(const val& curves, std::uint32_t node, const val& rest);
    /// True or false. @param times Float64Array
    [[nodiscard]] val isAt(const val& times) const;
    /// A number.
    [[nodiscard]] val likeness(std::uint32_t animation) const;
    /// MergedAnimation. @param said MergeStrings
    [[nodiscard]] val animation(std::uint32_t animation, const val& said);
    /// Null, or why not.
    [[nodiscard]] val show(const val& mesh);
    /// AddedAnimation. @param head AnimationHead
    [[nodiscard]] val addAnimation(const val& head, const val& said);
    /// True or false.
    [[nodiscard]] val movesWhole(const val& curves) const;
    /// MergeStand.
    [[nodiscard]] val standOf(std::uint32_t node) const;
    /// MergedSocket.
    [[nodiscard]] val socket(std::uint32_t socket, std::uint32_t node);
    /// Uint32Array.
    [[nodiscard]] val writeBinds();
    /// A list of EditOperation.
    [[nodiscard]] val operations() const;

private:
    [[nodiscard]] bool isPlaying() const { return merge_ && merge_->isPlaying(); }
    [[nodiscard]] std::size_t nodes() const { return joints_ ? joints_->count() : 0; }

    merging::ByteList bytes_;
    std::optional<merging::Joints> joints_;
    std::optional<merging::Merge> merge_;
};

}  // namespace bindings
