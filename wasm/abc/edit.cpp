#include "edit.h"

#include "convert.h"
#include "core/editor.h"

namespace abc {
namespace {

class ModelEditor final : public Editor {
public:
    using Editor::Editor;

private:
    [[nodiscard]] Document parse(Bytes bytes) const override { return abc::parse(bytes); }
    void follow(const Document& state, Splices& splices) const override;
    [[nodiscard]] bool decidesShape(const Place& leaf) const override {
        return leaf.field->name == "Version" || leaf.field->name == "FileToken";
    }
    [[nodiscard]] bool change(const Operation& operation) override;
    [[nodiscard]] bool toVersion(std::uint32_t version);
};

bool ModelEditor::change(const Operation& operation) {
    if (operation.kind == Operation::Kind::Convert) return toVersion(operation.version);
    return Editor::change(operation);
}

bool ModelEditor::toVersion(std::uint32_t version) {
    Converted converted = convert(settled(), version);
    if (!converted.refusal.empty()) return refuse(std::move(converted.refusal));
    for (Splice& splice : converted.splices) splices_.add(splice.start, splice.end, std::move(splice.bytes));
    isStale_ = true;
    return true;
}

/// NextSectionOffset goes with what it pointed to: a section, bytes that are none, or the end of the file. One that is
/// set stays as it is, and so does one that points to nothing, unless there would be something then.
void ModelEditor::follow(const Document& state, Splices& splices) const {
    const std::size_t size = state.bytes.size();
    const std::int64_t after = static_cast<std::int64_t>(size) + splices.growth();
    struct Link {
        std::uint32_t field, target;
    };
    std::vector<Link> links;
    Splices::Mapper mapped(splices);
    for (const Section& section : state.sections) {
        if (section.id == schema::Id::LtbHeader || section.next == kLastSection || section.next < section.data())
            continue;
        if (section.next > size && section.next > after) continue;
        const std::uint32_t target = mapped(section.next);
        if (target != section.next) links.push_back({section.data() - 4, target});
    }
    for (const Link& link : links) {
        if (!splices.overlaps(link.field, link.field + 4)) splices.number(link.field, link.target);
    }
}

}  // namespace

Edited edit(const Document& document, std::span<const Operation> operations) {
    return ModelEditor(document).run(operations);
}

}  // namespace abc
