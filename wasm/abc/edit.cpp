#include "edit.h"

#include <algorithm>

#include "convert.h"
#include "core/words.h"
#include "edit_clips.h"
#include "edit_levels.h"
#include "editor.h"
#include "limits.h"
#include "schema_common.h"

namespace abc {
namespace {

bool hasBytes(const EditValue& value) {
    if (const auto* list = std::get_if<EditValue::List>(&value.value)) {
        return std::any_of(list->begin(), list->end(), hasBytes);
    }
    if (const auto* fields = std::get_if<EditValue::Fields>(&value.value)) {
        return std::any_of(fields->begin(), fields->end(), [](const EditField& each) { return hasBytes(each.value); });
    }
    return std::holds_alternative<EditValue::Bytes>(value.value);
}

}  // namespace

using schema::Id;
using schema::Meaning;
using schema::Repeat;
using schema::Var;

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
        if (section.id == Id::LtbHeader || section.next == kLastSection || section.next < section.data()) continue;
        if (section.next > size && section.next > after) continue;
        const std::uint32_t target = mapped(section.next);
        if (target != section.next) links.push_back({section.data() - 4, target});
    }
    for (const Link& link : links) {
        if (!splices.overlaps(link.field, link.field + 4)) splices.number(link.field, link.target);
    }
}

bool ModelEditor::decidesShape(const Place& leaf) const {
    return leaf.field->name == "Version" || leaf.field->name == "FileToken";
}

std::string ModelEditor::textWarning(const schema::Field& field, std::string_view text) const {
    const schema::StructId holder = holderOf(field).id;
    const bool isV6 = holder.index() >= static_cast<std::size_t>(Id::HeaderSection6);
    const StringLimit limit = isV6 ? StringLimit{kLongestString6, "any string"} : limitOf(holder, field);
    if (text.size() <= limit.bytes) return {};
    return " would have " + grouped(text.size()) + " characters; ModelEdit reads up to " + grouped(limit.bytes) +
           " for " + std::string(limit.place) + ".";
}

bool ModelEditor::isAllRead() {
    if (state().faults.empty()) return true;
    return refuse("The section " + inQuotes(state().name(state().sections[state().faults[0].section])) +
                  " could not be read, and may belong to this change.");
}

Context ModelEditor::context() {
    const FieldReader fields(state());
    Context out;
    if (const auto header = fields.section(Id::HeaderSection)) {
        out.set(Var::LodCount, fields.number<std::uint32_t>(*header, "LODCount"));
        out.set(Var::LodDistanceCount, fields.number<std::uint16_t>(*header, "LODDistanceCount"));
    }
    std::vector<std::uint32_t> deformed;
    std::uint32_t count = 0;
    eachOf(Meaning::Nodes, [&](const Place& node) {
        ++count;
        if (isV6()) deformed.push_back(fields.number<std::uint32_t>(node, "NumMDVerts"));
    });
    out.set(Var::NodeCount, count);
    if (isV6()) out.deformation = std::make_shared<const std::vector<std::uint32_t>>(std::move(deformed));
    return out;
}

std::vector<std::uint32_t> ModelEditor::countsForOthers() {
    const Context counts = context();
    const FieldReader fields(state());
    std::vector<std::uint32_t> out = {counts.get(Var::NodeCount), counts.get(Var::LodCount),
                                      counts.get(Var::LodDistanceCount)};
    if (counts.deformation) out.insert(out.end(), counts.deformation->begin(), counts.deformation->end());
    const auto add = [&](const std::optional<Place>& section, FieldName list) {
        const auto array = section ? fields.field(*section, list) : std::nullopt;
        out.push_back(array ? array->count : 0);
    };
    add(fields.section(Meaning::Animations), Meaning::Animations);
    add(fields.section(Id::ChildModelsSection), "ChildModels");
    if (const auto geometry = fields.section(Id::GeometrySection6)) {
        out.push_back(fields.number<std::uint32_t>(*geometry, "NormalVerts"));
    }
    return out;
}

std::optional<std::uint32_t> ModelEditor::limitOfIndex(const schema::Field& field, const std::string& path) {
    const bool isNode = field.refers == schema::Refers::Node;
    const bool isNext = field.refers == schema::Refers::NextLevelVertex;
    if (!isNode && !isNext && field.refers != schema::Refers::Vertex) return std::nullopt;
    std::string list = "Nodes.Nodes";
    if (!isNode && isV6()) {
        list = "Geometry.VertexInfo";
    } else if (!isNode) {
        const std::size_t end = path.find(']', path.find(".LODs["));
        const std::size_t bracket = path.rfind('[', end);
        // A new piece has its vertices in the same value.
        if (isInNewPiece_ || end == std::string::npos) return std::nullopt;
        const auto level = static_cast<std::uint32_t>(std::stoul(path.substr(bracket + 1)));
        list = path.substr(0, bracket + 1) + std::to_string(level + (isNext ? 1 : 0)) + "].Vertices";
    }
    if (limitedIn_ != generation()) limits_.clear();
    limitedIn_ = generation();
    const auto [known, isNew] = limits_.try_emplace(list);
    std::optional<std::uint32_t>& limit = known->second;
    if (!isNew) return limit;
    const std::size_t dot = list.rfind('.');
    const auto parent = state().walk().resolve(list.substr(0, dot));
    const auto array = parent ? state().walk().arrayOf(*parent, list.substr(dot + 1)) : std::nullopt;
    // What a level without vertices could be named by is stale.
    if (array && state().faults.empty() && (array->count > 0 || !isNext)) limit = array->count;
    return limit;
}

void ModelEditor::eachOf(const std::optional<Place>& parent, FieldName name, FunctionRef<void(const Place&)> visit) {
    FieldReader(state()).each(parent, name, visit);
}

void ModelEditor::eachOf(Meaning list, FunctionRef<void(const Place&)> visit) {
    FieldReader(state()).each(list, visit);
}

bool ModelEditor::plainList(const ListAt& list, const Shift& shift, std::span<const EditValue> values) {
    auto made = plainElements(list, shift, values);
    if (!made || !shiftCounter(list, shift)) return false;
    shiftElements(list.array, shift, std::move(*made));
    return true;
}

std::optional<std::vector<std::byte>> ModelEditor::plainElements(const ListAt& list, const Shift& shift,
                                                                 std::span<const EditValue> values) {
    isInNewPiece_ = list.array.type == schema::Type(Id::Piece);
    auto made = newElements(list, shift, values, context());
    isInNewPiece_ = false;
    return made;
}

std::vector<EditValue> ModelEditor::namedElements(const ListAt& list, const Shift& shift,
                                                  std::span<const EditValue> values) {
    EditValue::Fields defaults;
    if (list.array.type == schema::Type(Id::Piece)) {
        defaults = {{"Name", {std::string("piece")}}};
    } else if (list.array.type == schema::Type(Id::Socket)) {
        defaults = {{"Name", {std::string("socket")}}};
    } else if (list.array.type == schema::Type(Id::WeightSet)) {
        const EditValue::List zeros(context().get(Var::NodeCount), EditValue{0.0});
        defaults = {{"Name", {std::string("set")}}, {"NodeWeights", {zeros}}};
    } else {
        return {values.begin(), values.end()};
    }
    std::vector<EditValue> named;
    for (std::uint32_t i = 0; shift.kind == ListChange::Kind::Insert && i < shift.count && shift.copied == kNone; ++i) {
        named.push_back(withDefaults(i < values.size() ? &values[i] : nullptr, defaults));
    }
    return named;
}

bool ModelEditor::isPlain(const ListAt& list, const Shift& shift) {
    const schema::Type type = list.array.type;
    if (type.isScalar()) {
        const std::string_view name = list.array.field->name;
        if (name == "LODDistances" || name == "MDVertList" || name == "VertexStartNum") return false;
        return name != "NodeWeights" || shift.kind == ListChange::Kind::Move ||
               list.array.count != context().get(Var::NodeCount);
    }
    if (type == schema::Type(Id::Face) || type == schema::Type(Id::Triangle6)) {
        return shift.kind != ListChange::Kind::Insert || FieldReader(state()).field(list.parent, Meaning::Vertices);
    }
    return type == schema::Type(Id::Weight) || type == schema::Type(Id::Piece) || type == schema::Type(Id::Socket) ||
           type == schema::Type(Id::WeightSet) || type == schema::Type(Id::Binding);
}

std::optional<std::vector<std::byte>> ModelEditor::collectable(const ListAt& list, const Shift& shift,
                                                               const Operation& operation) {
    const bool isAgain = list.path.find('#') < list.path.find('.');
    // Bytes may be anything, which shows only when they are read.
    const bool isOfBytes = std::any_of(operation.values.begin(), operation.values.end(), hasBytes);
    if (isAgain || isOfBytes || !isPlain(list, shift) || !isCountable(list)) return std::nullopt;
    return plainElements(list, shift, namedElements(list, shift, operation.values));
}

bool ModelEditor::refusePer(const ListAt& list) {
    std::string why;
    switch (list.array.field->var) {
        case Var::LodDistanceCount:
        case Var::LodCount:
            why =
                " has one level a LOD distance, and one more: with a distance of the header (Header.LODDistances) "
                "every "
                "piece gets or loses a level";
            break;
        case Var::NodeCount: why = " has one element a node: it changes with the nodes"; break;
        case Var::KeyframeCount:
            why = " has one element a keyframe: it changes with the keyframes of the animation";
            break;
        case Var::ChildModelCount: why = " has one element a child model: it changes with the child models"; break;
        case Var::AnimationCount: why = " has one element an animation: it changes with the animations"; break;
        case Var::NormalVertexCount: why = " has one element a vertex: it changes with the vertices"; break;
        default: why = " changes only with what it belongs to"; break;
    }
    return refuse(list.path + why + ".");
}

bool ModelEditor::changeList(const ListAt& list, const Shift& shift, const Operation& operation) {
    const schema::Field& field = *list.array.field;
    const std::span<const EditValue> values = operation.values;
    // The vectors that follow from a list are those of the first section of a name, which is what programs read.
    if (list.path.find('#') < list.path.find('.')) {
        return refuse("There is a section of this name before, so the lists of " +
                      inQuotes(list.path.substr(0, list.path.find('.'))) + " stay as they are.");
    }
    noteCounters(state());
    if (field.repeat == Repeat::Per) return refusePer(list);
    if (field.type.isScalar()) {
        if (field.name == "LODDistances") return changeLevels(list, shift, values);
        if (field.name == "MDVertList") return changeDeformed(list, shift, values);
        if (field.name == "VertexStartNum") return refuse(list.path + " has one number a collapse, and one more.");
        if (!isPlain(list, shift)) return refuse(list.path + " has one number a node: it changes with the nodes.");
        return plainList(list, shift, values);
    }
    switch (static_cast<Id>(field.type.id().index())) {
        case Id::Node:
        case Id::Node6: return changeNodes(list, shift, values);
        case Id::Animation:
        case Id::Animation6: return changeAnimations(list, shift, values);
        case Id::Keyframe:
        case Id::Keyframe6: return changeKeys(list, shift, values);
        case Id::ChildModel: return changeChildModels(list, shift, values);
        case Id::Vertex: return changeVertices(list, shift, values);
        case Id::Vertex6: return changeVertices6(list, shift, values);
        case Id::Face:
        case Id::Triangle6:
            if (!isPlain(list, shift)) return refuse("There are no vertices that a triangle could have.");
            return plainList(list, shift, values);
        default: return plainList(list, shift, namedElements(list, shift, values));
    }
}

bool ModelEditor::convert(const Operation& operation) {
    Converted converted = abc::convert(settled(), operation.version);
    if (!converted.refusal.empty()) return refuse(std::move(converted.refusal));
    for (Splice& splice : converted.splices) splices_.add(splice.start, splice.end, std::move(splice.bytes));
    isStale_ = true;
    return true;
}

Meant ModelEditor::meantBy(const Document& state, const Operation& operation) const {
    return operation.kind == Operation::Kind::ReplaceLevel ? meantByLevel(state, operation)
                                                           : meantByClip(state, operation);
}

bool ModelEditor::afterList() {
    if (then_) then_();
    then_ = nullptr;
    recount();
    return true;
}

EditValue withDefaults(const EditValue* value, EditValue::Fields defaults) {
    if (value == nullptr) return {std::move(defaults)};
    EditValue out = *value;
    if (auto* fields = std::get_if<EditValue::Fields>(&out.value)) {
        for (auto& each : defaults) {
            if (fieldOf(value, each.name) == nullptr) fields->push_back(std::move(each));
        }
    }
    return out;
}

const EditValue* fieldOf(const EditValue* value, std::string_view name) {
    const auto* fields = value == nullptr ? nullptr : std::get_if<EditValue::Fields>(&value->value);
    if (fields == nullptr) return nullptr;
    const auto found =
        std::find_if(fields->begin(), fields->end(), [name](const auto& each) { return each.name == name; });
    return found == fields->end() ? nullptr : &found->value;
}

Edited edit(const Document& document, std::span<const Operation> operations) {
    return ModelEditor(document).run(operations);
}

}  // namespace abc
