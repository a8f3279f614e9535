// A model as JavaScript sees it (RawFile in module.d.ts).
#pragma once

#include "abc/deform.h"
#include "abc/edit.h"
#include "abc/fix.h"
#include "structure.h"

namespace bindings {

class ModelFile final : public StructureFile {
public:
    /// Without the elements of its lists.
    [[nodiscard]] val info() const;
    [[nodiscard]] val lists() const;
    [[nodiscard]] val topology(std::uint32_t piece, std::uint32_t level) const;
    [[nodiscard]] val weights(std::uint32_t piece, std::uint32_t level) const;
    [[nodiscard]] val keyframes(std::uint32_t animation) const;
    /// The frame strings of all animations, each once, in the order in which they come first.
    /// @param most texts that are wanted
    [[nodiscard]] val frameStrings(std::uint32_t most) const;
    [[nodiscard]] val track(std::uint32_t animation, std::uint32_t node) const;
    [[nodiscard]] val compareChild(std::uint32_t child, const ModelFile& base) const;
    [[nodiscard]] val schema() const;
    /// Conversion in types/edit.ts; null where it cannot be done.
    [[nodiscard]] val conversion(std::uint32_t version) const;
    [[nodiscard]] val pathOf(const val& element) const;
    [[nodiscard]] val elementOf(const std::string& path) const;

    // A frame, in memory that is kept for the next one. The addresses hold until the memory grows.

    /// Poses the skeleton. False when the request names a part that is not in the model, or without memory.
    [[nodiscard]] bool pose(const val& asked);
    /// Address of the matrices of the pose, 16 numbers a node.
    [[nodiscard]] std::uintptr_t nodeMatrices() const;
    /// Deforms a piece into the pose, at the level of its request. Address of the positions, three numbers a vertex;
    /// as many normals follow.
    [[nodiscard]] std::uintptr_t deform(std::uint32_t piece);
    /// The pose that `pose` would make, to blend from; null where that is false.
    [[nodiscard]] val freeze(const val& asked);

private:
    /// A request for a pose; the options point into the other members.
    struct Request {
        std::vector<abc::Layer> layers;
        abc::FrozenPose from;
        abc::PoseOptions options;
        std::uint32_t level = 0;
    };

    void read(abc::Bytes bytes) override;
    [[nodiscard]] core::Edited changed(std::span<const core::Operation> operations) const override {
        return abc::edit(*document_, operations);
    }
    [[nodiscard]] std::vector<core::Operation> fixesOf(core::FindingCode code,
                                                       std::optional<std::size_t> finding) const override {
        return abc::fixes(*document_, model_, findings_, code, finding);
    }
    void clear() noexcept override {
        model_ = {};
        winding_ = {};
    }

    [[nodiscard]] bool take(const val& asked);
    [[nodiscard]] bool takeLayers(const val& asked);
    [[nodiscard]] bool takeTransition(const val& from);

    abc::Model model_;
    abc::WindingVote winding_;
    Request request_;
    abc::Pose pose_;
    /// Positions and normals of the piece that was deformed last.
    std::vector<abc::Vec3> surface_;
};

}  // namespace bindings
