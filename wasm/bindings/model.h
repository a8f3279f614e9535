// A model as JavaScript sees it (RawFile in module.d.ts).
#pragma once

#include "formats.h"
#include "frames.h"
#include "structure.h"

namespace bindings {

class ModelFile final : public StructureFile {
public:
    /// Without the elements of its lists.
    [[nodiscard]] val info() const;
    /// Of a packed file: the bytes that its places are in. Else null.
    [[nodiscard]] val unpacked() const;
    [[nodiscard]] val lists() const;
    [[nodiscard]] val topology(std::uint32_t piece, std::uint32_t level) const;
    [[nodiscard]] val weights(std::uint32_t piece, std::uint32_t level) const;
    [[nodiscard]] val keyframes(std::uint32_t animation) const;
    /// The frame strings of all animations, each once, in the order in which they come first.
    /// @param most texts that are wanted
    [[nodiscard]] val frameStrings(std::uint32_t most) const;
    [[nodiscard]] val hitBoxes() const;
    [[nodiscard]] val track(std::uint32_t animation, std::uint32_t node) const;
    [[nodiscard]] val compareChild(std::uint32_t child, const ModelFile& base) const;
    /// Why animations of another model do not fit, a sentence; empty: they do.
    [[nodiscard]] val skeletonDifference(const ModelFile& other) const;
    [[nodiscard]] val schema() const;
    [[nodiscard]] val pathOf(const val& element) const;
    [[nodiscard]] val elementOf(const std::string& path) const;
    [[nodiscard]] val listPath(const std::string& role) const;
    [[nodiscard]] val labelPath(const std::string& path) const;

    // A frame (wasm/js/frames.ts). The addresses hold until the memory grows.

    /// Of the model, as a layer of another file's frame names it.
    [[nodiscard]] std::uintptr_t model() const { return reinterpret_cast<std::uintptr_t>(&model_); }
    /// Address of so many numbers to fill; 0 when there is no memory for them.
    [[nodiscard]] std::uintptr_t request(std::uint32_t numbers);
    /// False when the request names a part that is not in the model, or without memory.
    [[nodiscard]] bool pose();
    [[nodiscard]] std::uintptr_t nodeMatrices() const;
    /// Address of the positions, three numbers a vertex; as many normals follow.
    [[nodiscard]] std::uintptr_t deform(std::uint32_t piece);
    [[nodiscard]] val freeze() const;
    /// Address of the places of a point, three numbers each; 0 when the request names a part that is not in the model,
    /// or without memory.
    [[nodiscard]] std::uintptr_t trail();

private:
    void read(abc::Bytes bytes) override;
    void clear() noexcept override {
        parts_.reset();
        model_ = {};
        winding_ = {};
    }

    SharedParts parts_;
    abc::Model model_;
    abc::WindingVote winding_;
    Frames frames_{model_};
};

}  // namespace bindings
