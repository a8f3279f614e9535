#include "edit.h"

#include <charconv>

#include "build.h"
#include "core/editor.h"
#include "core/words.h"
#include "counters.h"

namespace ltb {

using core::grouped;
using core::kNone;
using core::ListAt;
using core::ListPlan;
using core::Shift;
using schema::Id;

namespace {

/// What the engine reads of a text, and of the name of a binding.
constexpr std::size_t kLongestText = 4095;
constexpr std::size_t kLongestBinding = 255;

class CompiledEditor final : public core::Editor {
public:
    using Editor::Editor;

private:
    [[nodiscard]] core::Document parse(Bytes bytes) const override { return ltb::parse(bytes); }
    /// The version decides which fields there are, and flags of streams what vertices consist of.
    [[nodiscard]] bool decidesShape(const Place& leaf) const override { return leaf.field->name == "Version"; }
    [[nodiscard]] std::string textWarning(const schema::Field& field, std::string_view text) const override {
        const std::size_t longest =
            holderOf(field).id == schema::StructId(Id::Binding) ? kLongestBinding : kLongestText;
        if (text.size() <= longest) return {};
        return " would have " + grouped(text.size()) + " characters; the engine reads up to " + grouped(longest) + ".";
    }
    [[nodiscard]] std::optional<core::IndexLimit> limitOfIndex(const schema::Field& field, const std::string& path,
                                                               const std::string& within) override;
    [[nodiscard]] core::Meant meantBy(const core::Document& /*state*/,
                                      const core::Operation& /*operation*/) const override {
        return {{}, "A compiled model cannot be changed this way: convert it to ABC."};
    }
    [[nodiscard]] std::optional<ListPlan> planOf(const ListAt& list, const Shift& shift,
                                                 const core::Operation& operation) override;
    void setWith(const Place& leaf, const std::string& path, Bytes bytes) override;
    void beforeCounted(const core::Document& before) override;
    void afterCounted() override;

    /// The model's own bindings; nothing where it has no list of them.
    [[nodiscard]] std::optional<ListAt> ownBindings() const;
    /// The name of each element of a list.
    [[nodiscard]] std::vector<std::string> namesOf(const Place& array) const;
    [[nodiscard]] static std::vector<HeaderCounter> allCountersOf(const core::Document& document);

    /// Counters that say what the file has.
    std::vector<FieldName> right_;
};

std::optional<core::IndexLimit> CompiledEditor::limitOfIndex(const schema::Field& field, const std::string& /*path*/,
                                                             const std::string& /*within*/) {
    if (field.refers != schema::Refers::Node || !current().faults.empty()) return std::nullopt;
    const Fields fields(current());
    const auto section = fields.section(Id::NodesSection);
    return core::IndexLimit{section ? fields.countOf(*section, "Nodes") : 0, "node", "nodes"};
}

std::optional<ListAt> CompiledEditor::ownBindings() const {
    const Fields fields(current());
    const auto section = fields.section(Id::AnimBindingsSection);
    const auto lists = section ? fields.field(*section, "Lists") : std::nullopt;
    if (!lists || lists->count == 0) return std::nullopt;
    const Place own = fields.walk().element(*lists, 0);
    const auto array = fields.walk().arrayOf(own, "AnimBindings");
    if (!array) return std::nullopt;
    return listOf(own, *array);
}

std::vector<std::string> CompiledEditor::namesOf(const Place& array) const {
    const Fields fields(current());
    std::vector<std::string> out;
    for (std::uint32_t i = 0; i < array.count; ++i) {
        const core::Text name = fields.text(fields.walk().element(array, i), "Name");
        out.push_back(core::lowered(current().text(name)));
    }
    return out;
}

std::optional<ListPlan> CompiledEditor::planOf(const ListAt& list, const Shift& shift,
                                               const core::Operation& operation) {
    const bool isNew = shift.kind == core::ListChange::Kind::Insert && shift.copied == kNone;
    const schema::Type type = list.array.type;
    const bool isAnimation = type == schema::Type(Id::Animation) && !isNew;
    const bool isAlone =
        type == schema::Type(Id::Socket) || type == schema::Type(Id::WeightSet) || type == schema::Type(Id::Box);
    if (!current().faults.empty() || !(isAnimation || isAlone)) {
        refuse(list.path + " of a compiled model cannot get other elements: other parts of the file depend on them. " +
               "Convert it to text (LTA) to change them.");
        return std::nullopt;
    }
    auto plan = Editor::planOf(list, shift, operation);
    if (!plan) return std::nullopt;
    // The file is read again after each change: its counters depend on all of it.
    plan->isAlone = true;
    if (!isAnimation) return plan;
    const auto bindings = ownBindings();
    // Each animation has its binding, in the same order; else what belongs together is not known.
    if (bindings && namesOf(bindings->array) == namesOf(list.array)) plan->edits.push_back({*bindings, shift, {}});
    return plan;
}

/// The binding of an animation has its name.
void CompiledEditor::setWith(const Place& leaf, const std::string& path, Bytes bytes) {
    constexpr std::string_view kAnimations = "Animation.Animations[";
    const bool isName = leaf.field != nullptr && leaf.field->name == "Name" &&
                        holderOf(*leaf.field).id == schema::StructId(Id::Animation);
    if (!isName || !path.starts_with(kAnimations)) return;
    std::uint32_t index = 0;
    std::from_chars(path.data() + kAnimations.size(), path.data() + path.size(), index);
    const Fields fields(current());
    const auto animations = fields.field(*fields.section(Id::AnimationSection), "Animations");
    const auto bindings = ownBindings();
    if (!bindings) return;
    const std::vector<std::string> names = namesOf(animations ? *animations : Place{});
    const std::vector<std::string> bound = namesOf(bindings->array);
    if (index >= names.size()) return;
    // Of several of one name each has its own.
    auto before = std::count(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(index), names[index]);
    for (std::uint32_t i = 0; i < bound.size(); ++i) {
        if (bound[i] != names[index] || before-- > 0) continue;
        const auto name = fields.field(fields.walk().element(bindings->array, i), "Name");
        if (name && !splices_.overlaps(name->start, name->end)) {
            splices_.add(name->start, name->end, {bytes.begin(), bytes.end()});
        }
        // Its name may be set once more.
        isStale_ = true;
        return;
    }
}

std::vector<HeaderCounter> CompiledEditor::allCountersOf(const core::Document& document) {
    std::vector<HeaderCounter> out = countersOf(document, buildModel(document));
    for (const HeaderCounter& counter : textCountersOf(document)) out.push_back(counter);
    return out;
}

void CompiledEditor::beforeCounted(const core::Document& before) {
    right_.clear();
    const Fields fields(before);
    const auto header = fields.section(Id::HeaderSection);
    if (!header || !before.faults.empty() || !before.versionKnown) return;
    for (const auto& [name, actual] : allCountersOf(before)) {
        if (fields.number<std::uint32_t>(*header, name) == actual) right_.push_back(name);
    }
}

void CompiledEditor::afterCounted() {
    const core::Document& now = current();
    const Fields fields(now);
    const auto header = fields.section(Id::HeaderSection);
    if (!header || right_.empty() || !now.faults.empty()) return;
    for (const HeaderCounter& counter : allCountersOf(now)) {
        const bool wasRight = std::any_of(right_.begin(), right_.end(), [&counter](const FieldName& one) {
            return one.text() == counter.name.text();
        });
        const auto field = wasRight ? fields.field(*header, counter.name) : std::nullopt;
        if (field) overwrite(field->start, 4, static_cast<std::uint32_t>(counter.actual));
    }
}

}  // namespace

core::Edited edit(const core::Document& document, std::span<const core::Operation> operations) {
    return CompiledEditor(document).run(operations);
}

}  // namespace ltb
