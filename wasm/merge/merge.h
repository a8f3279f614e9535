// A glTF that came from an export goes back into the file: what differs by more than what rounding and Blender take
// becomes changes of the file, and everything else keeps its bytes. Part after part is asked for; each patches the
// file, or says what is to be written anew.
#pragma once

#include <memory>

#include "animation_bytes.h"
#include "core/function_ref.h"
#include "joints.h"
#include "level.h"

namespace merging {

struct Settings {
    /// The file has holes where the glTF has the numbers.
    bool isTemplate = false;
    /// Normals that are zero are holes.
    bool fillsNormals = false;
    /// v6: key rotations are conjugated.
    bool conjugates = false;
};

/// What became of an animation of the file.
struct MergedAnimation {
    /// A sentence: it cannot be made.
    std::string refusal;
    MergedKeys keys;
    /// Keys at which it is deformed otherwise.
    std::size_t deformed = 0;
    Strings strings;
    /// Keys came or went.
    bool isOther = false;
    /// That one, written anew; nothing for keys of an unknown form, which stay as they are.
    std::optional<WrittenAnimation> written;
    /// Of the keys that came: what curves and steps needed, and those that only have a frame string.
    std::size_t refined = 0, addedForStrings = 0;
    /// Frame strings of keys that are gone, which are at other keys now.
    std::vector<std::string> movedStrings;
};

/// An animation that the file has not, but for its keys.
struct AnimationHead {
    std::string name;
    /// Half the size of its collision box; nothing: around all that is shown.
    std::optional<WideVec3> extents;
    /// Milliseconds.
    std::uint32_t interpolationTime = 200;
};

struct AddedAnimation {
    /// A sentence: it cannot be made.
    std::string refusal;
    ByteList bytes;
    std::size_t keys = 0;
    /// Of them, what curves and steps needed.
    std::size_t refined = 0;
    WideVec3 extents{};
};

/// What became of a socket of the file.
struct MergedSocket {
    /// The node that carries it now; `kAddedJoint`: it is not looked at.
    std::int32_t holder = kAddedJoint;
    bool isMoved = false, isTurned = false;
};

class Merge {
public:
    using RigOf = core::FunctionRef<Rig(const abc::Model& model)>;

    /// @param bytes of the file
    /// @param rigOf may give anything: what does not fit the file is refused
    Merge(ByteList bytes, RigOf rigOf, const Settings& settings);
    Merge(ByteList bytes, Rig rig, const Settings& settings)
        : Merge(
              std::move(bytes), [&rig](const abc::Model& /*of*/) { return std::move(rig); }, settings) {}

    Merge(const Merge&) = delete;
    Merge& operator=(const Merge&) = delete;

    /// A sentence: nothing else may be asked. Empty: all may.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }

    [[nodiscard]] const abc::Document& document() const { return document_; }
    [[nodiscard]] const abc::Model& model() const { return model_; }

    // Meshes may be anything: what does not fit is refused.

    [[nodiscard]] MergedLevel level(std::uint32_t piece, std::uint32_t lod, const Mesh& mesh);
    void rebound(std::uint32_t piece, std::uint32_t lod);
    [[nodiscard]] NewPiece newPiece(const Mesh& mesh);
    [[nodiscard]] const MergedOldMesh& oldMesh(const Mesh& mesh, std::span<const Mesh> more);
    /// v6: how much of the mesh of the file a mesh has where it is, 0 to 1; 1 for one that `oldMesh` refuses.
    [[nodiscard]] double meshLikeness(const Mesh& mesh) const;

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
    /// Whether it has keys at these times, milliseconds, and at no others.
    [[nodiscard]] bool isAt(std::span<const double> times) const;
    /// How much of an animation of the file is as the one that is played, 0 to 1.
    [[nodiscard]] double likeness(std::uint32_t animation) const;
    /// Patches the keys of an animation of the file.
    [[nodiscard]] const MergedKeys& keys(std::uint32_t animation);
    [[nodiscard]] bool hasKeys() const { return merged_ != nullptr; }
    /// Patches the deformation of that animation. @returns keys at which it was another
    [[nodiscard]] std::size_t deform() const;
    /// That animation, written anew; nothing for keys of an unknown form.
    [[nodiscard]] std::optional<WrittenAnimation> rewrite(const Strings& strings);
    /// All of that in one: an animation of the file with what the glTF says of its keys and frame strings.
    [[nodiscard]] MergedAnimation animation(std::uint32_t animation, const SaidStrings& said);

    /// An animation that the file has not. @param made fits
    [[nodiscard]] ByteList newAnimation(const NewAnimation& made) const;
    /// The one that is played, as an animation that the file has not. It has keys.
    [[nodiscard]] AddedAnimation addAnimation(const AnimationHead& head, const SaidStrings& said);
    /// Vertices that the boxes of new animations are around.
    void show(Carried vertices);

    /// v9+: writes where nodes that were moved are in the bind pose. @returns those
    [[nodiscard]] std::vector<std::uint32_t> writeBinds();
    /// v9+: writes where a socket of the file is. @param stand on a node of the file
    [[nodiscard]] MergedSocket socket(std::uint32_t socket, const Stand& stand);

    /// Values that changed in their places.
    [[nodiscard]] std::vector<SetBytes> operations() const { return patches_.operations(); }

private:
    [[nodiscard]] bool hasPieces() const { return model_.family == abc::Family::V9; }
    /// Empty: the mesh can be read.
    [[nodiscard]] std::string refusalOf(const Mesh& mesh, bool ofPieces) const;
    /// Null without deformation.
    [[nodiscard]] FramesOf framesOf() const;

    [[nodiscard]] std::vector<std::string> stringsOf(std::uint32_t animation) const;
    [[nodiscard]] WideVec3 extentsOf(std::span<const double> times);
    [[nodiscard]] std::optional<core::Place> fieldOf(const std::string& list, std::uint32_t index,
                                                     const char* field) const;
    /// Writes floats over those of a field of an element of a list, from one on. False: they are not there.
    bool write(const std::string& list, std::uint32_t index, const char* field, std::size_t first,
               std::span<const double> values);

    /// An animation of the file whose keys were merged.
    struct Merged {
        Merged(const Base& base, std::uint32_t which, const Player& player)
            : animation(which), track(base, which), keys(base, track, which, player) {}

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
    std::vector<Carried> shown_;
    std::optional<importing::Boxes> boxes_;
};

}  // namespace merging
