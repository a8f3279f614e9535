#include "edit.h"

#include "core/editor.h"

namespace spr {
namespace {

class SpriteEditor final : public core::Editor {
public:
    using Editor::Editor;

private:
    [[nodiscard]] core::Document parse(Bytes bytes) const override { return spr::parse(bytes).document; }
};

}  // namespace

core::Edited edit(const core::Document& document, std::span<const core::Operation> operations) {
    return SpriteEditor(document).run(operations);
}

}  // namespace spr
