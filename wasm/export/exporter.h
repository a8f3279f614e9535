// A model as the numbers of a glTF: the skeleton, then mesh by mesh, then animation by animation, then morph targets.
#pragma once

#include <memory>

#include "mesh.h"
#include "morphs.h"
#include "skeleton.h"

namespace exporting {

using ByteList = std::vector<std::byte>;

struct Settings {
    /// v6: how an ambiguous file is read.
    abc::V6Interpretation interpretation;
    MeshSettings mesh;
};

/// A place in glTF, relative to what it hangs on.
struct Placed {
    abc::Local local;
    /// Otherwise it hangs on nothing, or has no place.
    bool isThere = true;
};

/// An animation that is asked for.
struct WantedClip {
    /// The number of the source that has it; −1: the model itself.
    std::int32_t source = -1;
    std::uint32_t animation = 0;
    /// Added to the root's translation; nothing: what the model says of its own.
    std::optional<abc::Vec3> origin;
    /// Milliseconds of its keys, growing, also as 32-bit seconds.
    std::vector<double> times;
};

class Exporter {
public:
    Exporter(ByteList bytes, const Settings& settings);
    // Parts of it refer to others.
    Exporter(const Exporter&) = delete;
    Exporter& operator=(const Exporter&) = delete;

    [[nodiscard]] const abc::Document& document() const { return file_.document; }
    [[nodiscard]] const abc::Model& model() const { return file_.model; }
    [[nodiscard]] const Skeleton& skeleton() const { return skeleton_; }
    [[nodiscard]] Space space() const { return settings_.mesh.space; }

    /// By node: the rest, and the matrix that binds vertices, inverted.
    [[nodiscard]] std::vector<abc::Local> rest() const;
    [[nodiscard]] std::vector<ColumnMatrix> inverseBinds() const;
    [[nodiscard]] std::vector<Placed> sockets() const;

    /// Levels of a piece that share their vertices: one in v9+. Levels that the piece has not have no triangles.
    [[nodiscard]] MeshArrays mesh(std::uint32_t piece, std::span<const std::uint32_t> lods) const;

    /// Another file whose animations are exported.
    void addSource(ByteList bytes);
    /// A sentence: it cannot be played. Empty: it can.
    [[nodiscard]] std::string refusalOf(const WantedClip& clip) const;
    /// @param wanted not refused
    [[nodiscard]] Clip clip(WantedClip wanted, std::size_t mostAdded) const;
    /// Of the vertices of a level: v6 has one. @param clips not refused
    [[nodiscard]] std::optional<MorphPlan> morphs(std::uint32_t piece, std::uint32_t lod,
                                                  std::span<const WantedClip> clips, double most) const;

private:
    struct File {
        explicit File(ByteList list);

        ByteList bytes;
        abc::Document document;
        abc::Model model;
    };

    [[nodiscard]] const abc::Model& modelOf(std::int32_t source) const {
        return source < 0 ? file_.model : sources_[static_cast<std::size_t>(source)]->model;
    }
    [[nodiscard]] ClipSource sourceOf(const WantedClip& wanted) const;

    File file_;
    Settings settings_;
    Skeleton skeleton_;
    /// Bind pose; v6: at rest.
    abc::Pose still_;
    std::vector<std::unique_ptr<File>> sources_;
};

}  // namespace exporting
