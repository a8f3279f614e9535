// A glTF that came from an export goes back into the file: what differs by more than what rounding and Blender take
// becomes changes of the file, and everything else keeps its bytes. Part after part is asked for; each patches the
// file, or says what is to be written anew.
#pragma once

#include <memory>

#include "animation_bytes.h"
#include "level.h"

namespace merging {

struct Settings {
    /// The file has holes where the glTF has the numbers.
    bool isTemplate = false;
    /// Normals that are zero are holes.
    bool fillsNormals = false;
    KeySettings keys;
};

/// A curve of a node.
struct Channel {
    std::uint32_t node = 0;
    /// Else it moves it.
    bool isRotation = false;
    Curve curve;
};

class Merge {
public:
    /// @param bytes of the file
    /// @param rig anything: one that does not fit the file is refused
    Merge(ByteList bytes, Rig rig, const Settings& settings);

    Merge(const Merge&) = delete;
    Merge& operator=(const Merge&) = delete;

    /// A sentence: nothing else may be asked. Empty: all may.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }

    // Meshes may be anything: what does not fit is refused.

    [[nodiscard]] MergedLevel level(std::uint32_t piece, std::uint32_t lod, const Mesh& mesh);
    void rebound(std::uint32_t piece, std::uint32_t lod);
    [[nodiscard]] NewPiece newPiece(const Mesh& mesh);
    [[nodiscard]] const MergedOldMesh& oldMesh(const Mesh& mesh, std::span<const Mesh> more);

    /// The morph targets of the mesh that `oldMesh` was given. @returns a sentence, where they do not fit it
    [[nodiscard]] std::string setTargets(const Targets& targets);
    /// How many vertices they move.
    [[nodiscard]] std::size_t deformed() const { return deformation_ ? deformation_->count() : 0; }

    // Animations: one of the glTF is played, and the questions after that are about it.

    /// @param known milliseconds of the keys of the file, by which it is found on the timeline of the glTF; nothing:
    /// time 0 is 0
    /// @returns a sentence, where it cannot be played; its morphs are those when nothing plays then
    [[nodiscard]] std::string play(std::vector<Channel> channels, const std::optional<std::vector<double>>& known);
    /// How the targets go with it. @returns a sentence, where they do not fit the targets
    [[nodiscard]] std::string playMorphs(MorphCurve curve);
    [[nodiscard]] bool isPlaying() const { return player_.has_value(); }
    [[nodiscard]] const std::vector<double>& times() const { return player_->times(); }
    [[nodiscard]] double start() const { return player_->start(); }
    [[nodiscard]] std::vector<double> moments() const { return player_->moments(); }
    [[nodiscard]] std::vector<float> poses(std::span<const double> times) const {
        return posesOf(base_, *player_, times);
    }

    [[nodiscard]] bool has(std::uint32_t animation) const { return animation < model_.animations.size(); }
    /// How much of an animation of the file is as the one that is played, 0 to 1.
    [[nodiscard]] double likeness(std::uint32_t animation) const;
    /// Patches the keys of an animation of the file.
    [[nodiscard]] const MergedKeys& keys(std::uint32_t animation);
    [[nodiscard]] bool hasKeys() const { return merged_ != nullptr; }
    /// Patches the deformation of that animation. @returns keys at which it was another
    [[nodiscard]] std::size_t deform() const;
    /// That animation, written anew; nothing for keys of an unknown form.
    [[nodiscard]] std::optional<WrittenAnimation> rewrite(const Strings& strings);
    /// An animation that the file has not. @param made fits
    [[nodiscard]] ByteList newAnimation(const NewAnimation& made) const;

    /// Writes floats over those of an element of a list. False: they are not in the file.
    [[nodiscard]] bool write(const std::string& list, std::uint32_t index, std::size_t offset,
                             std::span<const double> values);

    /// Values that changed in their places.
    [[nodiscard]] std::vector<SetBytes> operations() const { return patches_.operations(); }

private:
    [[nodiscard]] bool hasPieces() const { return model_.family == abc::Family::V9; }
    /// Empty: the mesh can be read.
    [[nodiscard]] std::string refusalOf(const Mesh& mesh, bool ofPieces) const;
    /// Null without deformation.
    [[nodiscard]] FramesOf framesOf() const;

    /// An animation of the file whose keys were merged.
    struct Merged {
        Merged(const Base& base, const KeySettings& settings, std::uint32_t which, const Player& player)
            : animation(which), track(base, which), keys(base, settings, track, which, player) {}

        std::uint32_t animation;
        Track track;
        AnimationKeys keys;
        MergedKeys merged;
    };

    ByteList bytes_;
    abc::Document document_;
    abc::Model model_;
    Patches patches_;
    Rig rig_;
    Base base_;
    KeySettings keySettings_;
    std::string refusal_;
    MergedOldMesh oldMesh_;
    /// Where the members of that mesh are at rest.
    std::vector<WideVec3> oldPlaces_;
    /// How many vertices it has.
    std::size_t oldVertices_ = 0;
    std::size_t targets_ = 0;
    std::optional<Deformation> deformation_;
    std::optional<Player> player_;
    MorphCurve morphs_;
    std::unique_ptr<Merged> merged_;
};

}  // namespace merging
