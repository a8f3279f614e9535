// A model as JavaScript sees it (RawFile in module.d.ts).
#pragma once

#include "abc/deform.h"
#include "structure.h"

namespace bindings {

class ModelFile final : public StructureFile {
public:
    [[nodiscard]] val info() const;
    [[nodiscard]] val mesh(std::uint32_t piece, std::uint32_t level) const;
    [[nodiscard]] val keyframes(std::uint32_t animation) const;
    [[nodiscard]] val evaluate(const ModelFile& source, std::int32_t animation, double timeMs, bool loop,
                               std::uint32_t level, const val& origin) const;

private:
    void read(abc::Bytes bytes) override;

    [[nodiscard]] val pieces() const;
    [[nodiscard]] val nodes() const;
    [[nodiscard]] val animations() const;
    void setAnimationParts(val& out) const;

    abc::Model model_;
    abc::WindingVote winding_;
};

}  // namespace bindings
