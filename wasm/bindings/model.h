// A model as JavaScript sees it (RawFile in module.d.ts).
#pragma once

#include "abc/deform.h"
#include "structure.h"

namespace bindings {

class ModelFile final : public StructureFile {
public:
    [[nodiscard]] val info() const;
    [[nodiscard]] val mesh(std::uint32_t piece, std::uint32_t level) const;
    [[nodiscard]] val weights(std::uint32_t piece, std::uint32_t level) const;
    [[nodiscard]] val keyframes(std::uint32_t animation) const;
    [[nodiscard]] val track(std::uint32_t animation, std::uint32_t node) const;
    [[nodiscard]] val compareChild(std::uint32_t child, const ModelFile& base) const;
    [[nodiscard]] val evaluate(const val& asked) const;
    [[nodiscard]] val freeze(const val& asked) const;
    [[nodiscard]] val schema() const;

private:
    struct Request;

    void read(abc::Bytes bytes) override;
    void clear() noexcept override {
        model_ = {};
        winding_ = {};
    }

    [[nodiscard]] val pieces() const;
    [[nodiscard]] val nodes() const;
    [[nodiscard]] val animations() const;
    void setAnimationParts(val& out) const;
    [[nodiscard]] bool take(const val& asked, Request& request) const;
    [[nodiscard]] bool takeLayers(const val& asked, Request& request) const;
    [[nodiscard]] bool takeTransition(const val& from, Request& request) const;

    abc::Model model_;
    abc::WindingVote winding_;
};

}  // namespace bindings
