// A model that becomes a glTF of JavaScript.
#pragma once

#include <optional>

#include "export/exporter.h"
#include "values.h"

namespace bindings {

/// One export. What does not fit is refused (NotWritten in types/new-model.ts).
class ExportWork {
public:
    /// A view of so many bytes of a file to fill; null without memory for them.
    [[nodiscard]] val allocate(double size);
    /// ExportedSkeleton, of the file that was filled. @param settings ExportSettings (types/export.ts)
    [[nodiscard]] val begin(const val& settings);
    /// ExportedMesh. @param lods Uint32Array
    [[nodiscard]] val mesh(std::uint32_t piece, const val& lods) const;
    /// Null, or why not: the file that was filled has animations of the export.
    [[nodiscard]] val addSource();
    /// Begins an animation. Null, or why not. @param clip WantedClip @param mostAdded keys
    [[nodiscard]] val animate(const val& clip, double mostAdded);
    /// False: all is done.
    [[nodiscard]] bool step();
    /// ExportedAnimation, after the last step.
    [[nodiscard]] val animation() const;
    /// MorphPlan; null without deformation. @param clips a list of WantedClip @param most targets
    [[nodiscard]] val morphs(std::uint32_t piece, std::uint32_t lod, const val& clips, double most) const;
    /// Uint8Array. @param exported ExportedParts
    [[nodiscard]] val keptFile(const val& exported) const;

private:
    exporting::ByteList bytes_;
    std::optional<exporting::Exporter> exporter_;
    std::optional<exporting::Clip> clip_;
    bool isSampled_ = false;
    /// There was no memory for all of the animation.
    bool isBroken_ = false;
};

}  // namespace bindings
