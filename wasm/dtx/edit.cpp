#include "edit.h"

#include "core/editor.h"
#include "schema.h"

namespace dtx {
namespace {

class TextureEditor final : public core::Editor {
public:
    using Editor::Editor;

private:
    [[nodiscard]] core::Document parse(Bytes bytes) const override { return dtx::parse(bytes).document; }
    /// Sizes follow from most of the header. Pixels and colours are many, and nothing follows from them.
    [[nodiscard]] bool decidesShape(const core::Place& leaf) const override {
        return leaf.index == core::kNone && leaf.end - leaf.start != 1;
    }
};

}  // namespace

core::Edited edit(const core::Document& document, std::span<const core::Operation> operations) {
    return TextureEditor(document).run(operations);
}

}  // namespace dtx
