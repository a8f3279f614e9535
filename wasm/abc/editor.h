// Changes to a model: what follows from a change of one of its lists. One subject a file.
#pragma once

#include <map>
#include <set>

#include "core/editor.h"
#include "counts.h"
#include "field_reader.h"
#include "given_values.h"
#include "node_tree.h"

namespace abc {

class ModelEditor final : public Editor {
public:
    using Editor::Editor;

private:
    using Plan = std::optional<ListPlan>;
    using Values = std::span<const EditValue>;
    /// The new elements of a list that runs parallel to another one; nothing: refused.
    using Fill = FunctionRef<std::optional<NewElements>(const ListAt& list)>;

    // edit.cpp
    [[nodiscard]] Document parse(Bytes bytes) const override { return abc::parse(bytes); }
    void follow(const Document& state, Splices& splices) const override;
    [[nodiscard]] bool decidesShape(const Place& leaf) const override;
    [[nodiscard]] std::string textWarning(const schema::Field& field, std::string_view text) const override;
    [[nodiscard]] bool convert(const Operation& operation) override;
    [[nodiscard]] Plan planOf(const ListAt& list, const Shift& shift, const Operation& operation) override;
    [[nodiscard]] Plan planOfScalars(const ListAt& list, const Shift& shift, Values values);
    [[nodiscard]] Plan planOfStructs(const ListAt& list, const Shift& shift, Values values);
    void beforeMade() override;
    void afterMade() override;
    [[nodiscard]] Meant meantBy(const Document& state, const Operation& operation) const override;

    [[nodiscard]] std::optional<core::IndexLimit> limitOfIndex(const schema::Field& field, const std::string& path,
                                                               const std::string& within) override;
    [[nodiscard]] std::vector<std::uint32_t> countsForOthers() override;
    /// By the lists that indices of one generation named: how many elements each has.
    std::map<std::string, std::optional<core::IndexLimit>, std::less<>> limits_;
    std::uint32_t limitedIn_ = kNone;

    /// The file that changes are made of.
    [[nodiscard]] const Document& state() const { return current(); }
    [[nodiscard]] bool isV6() const { return familyOf(state().dialect) == Family::V6; }
    /// What a field is called in a struct.
    [[nodiscard]] std::string_view nameIn(schema::Type type, FieldName field) const {
        return field.in(state().dialect.describe(type.id()));
    }
    [[nodiscard]] Plan refused(std::string reason, bool canForce = false) {
        refuse(std::move(reason), canForce);
        return std::nullopt;
    }
    /// Refuses what changes several sections while one of them could not be read.
    [[nodiscard]] bool isAllRead();
    /// How many elements each list of the file has that others count.
    [[nodiscard]] const Context& context() const;
    mutable Context counts_;
    mutable std::uint32_t countedIn_ = kNone;
    /// A list that changes by itself: elements and counter.
    [[nodiscard]] Plan plainPlan(const ListAt& list, const Shift& shift, Values values);
    /// New elements of a list that changes by itself, with what they leave out.
    [[nodiscard]] std::vector<EditValue> namedElements(const ListAt& list, const Shift& shift, Values values) const;
    /// Why a list does not change by itself.
    [[nodiscard]] Plan refusePer(const ListAt& list);
    /// NewElements of an array in a struct; none when it has no such array.
    void eachOf(const std::optional<Place>& parent, FieldName name, FunctionRef<void(const Place&)> visit) const;
    /// The same for the list with this meaning that stands in a section.
    void eachOf(schema::Meaning list, FunctionRef<void(const Place&)> visit) const;
    /// A list of a section, with the changes that are collected.
    [[nodiscard]] std::optional<ListAt> listIn(const std::optional<Place>& section, FieldName name) const;

    // edit_parallel.cpp
    /// The lists of the file, or of a struct, that have one element for each that `var` counts.
    /// @param count how many that are
    [[nodiscard]] std::span<const ListAt> parallelTo(core::schema::Var var, std::uint32_t count,
                                                     const Place* within = nullptr);
    std::map<std::pair<core::schema::Var, std::uint32_t>, std::vector<ListAt>> parallel_;
    std::uint32_t parallelIn_ = kNone;
    /// Adds what happens to lists that run parallel. False: refused.
    [[nodiscard]] bool shiftParallel(ListPlan& plan, std::span<const ListAt> lists, const Shift& shift, Fill fill);
    /// New elements as the schema says: with the usual values, or like the one before.
    [[nodiscard]] std::optional<NewElements> usualElements(const ListAt& list, const Shift& shift);

    // edit_references.cpp
    /// How many times fields refer to the elements of a list of the file.
    struct Referrers {
        struct ByField {
            const schema::Field* field = nullptr;
            /// By element.
            std::vector<std::uint32_t> counts;
        };
        std::vector<ByField> fields;
        /// Some refer to an element that is not there, and may come to refer to one that is.
        bool isDangling = false;
    };
    [[nodiscard]] const Referrers& referrersOf(const ListAt& list);
    std::map<std::uint32_t, Referrers> referrers_;
    std::uint32_t referredIn_ = kNone;
    /// Refuses to remove elements that something refers to, and to move them beyond what a field can hold.
    [[nodiscard]] bool keepsReferences(ListPlan& plan);
    /// Why elements are not removed that a field refers to so many times; nothing: with force they are.
    [[nodiscard]] bool refuseReferred(const ListAt& list, const Shift& shift, const schema::Field& field,
                                      std::uint32_t times);
    /// What referred to an element refers to where it is now.
    void mapReferences(const ListAt& list, const std::vector<std::uint32_t>& newIndices);

    // edit_counts.cpp
    void beforeCounted(const Document& before) override { noteCounters(before); }
    void afterCounted() override { recount(); }
    void collected(const ListAt& list, const Shift& shift) override;
    /// Whether it is known how a change of a list changes the counters that are wrong.
    [[nodiscard]] bool isCountable(const ListAt& list) const;
    /// Remembers which counters of the header are right.
    void noteCounters(const Document& before);
    /// Sets those that were to what they count now.
    void recount();
    std::vector<Counter> right_;
    /// The others. A change may make one right, which it is from then on.
    struct WrongCounter {
        Counter counter;
        std::uint64_t stored = 0;
    };
    std::vector<WrongCounter> wrong_;

    // edit_nodes.cpp
    /// The nodes as they are with the changes that are collected.
    [[nodiscard]] const NodeTree& tree();
    std::optional<NodeTree> tree_;
    std::uint32_t treeOf_ = kNone;
    [[nodiscard]] std::uint32_t extentOf(const ListAt& list) override;
    [[nodiscard]] Plan planOfNodes(const ListAt& list, const Shift& shift, Values values);
    [[nodiscard]] bool canChangeNodes(const ListAt& list, const Shift& shift);
    /// Whether what is collected says all about the nodes whose bytes would change or be copied.
    [[nodiscard]] bool canCollectNodes(const ListAt& list, const Shift& shift);
    /// v6: whether no vertex moves with nodes that are removed.
    [[nodiscard]] bool movesNoVertex(const Shift& shift);
    [[nodiscard]] std::optional<std::vector<EditValue>> namedNodes(const ListAt& list, const Shift& shift,
                                                                   Values values);
    /// The node of the file that is the parent of new ones.
    [[nodiscard]] Place parentOfNew(const ListAt& list, const Shift& shift);
    [[nodiscard]] std::optional<NewElements> filledForNodes(const ListAt& parallel, const ListAt& nodes,
                                                            const Shift& shift, Values values);
    void countChildren(const ListAt& list, const ChangedList& changes);
    void numberNodes();

    // edit_animations.cpp
    [[nodiscard]] Plan planOfAnimations(const ListAt& list, const Shift& shift, Values values);
    [[nodiscard]] std::optional<std::vector<EditValue>> namedAnimations(const ListAt& list, const Shift& shift,
                                                                        Values values);
    /// Adds what happens to the bindings of a model's own animations.
    [[nodiscard]] bool shiftBindings(ListPlan& plan, std::span<const EditValue> made);
    [[nodiscard]] std::optional<NewElements> newBindings(const ListAt& bindings, const Shift& shift,
                                                         std::span<const EditValue> made);
    /// Adds the bindings of new animations, or of a copy.
    [[nodiscard]] bool insertBindings(ListPlan& plan, const ListAt& bindings, std::span<const std::uint32_t> bound,
                                      std::span<const EditValue> made);
    /// The list of the bindings of the model itself.
    [[nodiscard]] std::optional<ListAt> ownBindingList() const;
    /// The index of the binding of each own animation, kNone without one; of several animations of one name each has
    /// its own.
    [[nodiscard]] std::vector<std::uint32_t> boundTo(const ListAt& animations, const ListAt& bindings) const;
    [[nodiscard]] Plan planOfChildModels(const ListAt& list, const Shift& shift, Values values);
    void setWith(const Place& leaf, const std::string& path, Bytes bytes) override;
    /// The bytes of leaves that are set with another one: all those in this list, unless they were asked for.
    void setAlso(std::uint32_t start, std::uint32_t end, Bytes bytes);
    /// Whether an operation of this call set bytes, itself and not with others.
    [[nodiscard]] bool isAsked(std::uint32_t start, std::uint32_t end) const;
    void setKeyTimes(const Place& animation, std::uint32_t key, const Place& leaf, Bytes bytes);
    void setBinding(std::uint32_t animation, const Place& leaf, bool isName, Bytes bytes);
    std::vector<std::uint32_t> ownBindings_;
    std::uint32_t ownBindingsOf_ = kNone;
    /// Where leaves begin that got their bytes with another one; any other splice was asked for.
    std::set<std::uint32_t> followed_;
    std::uint32_t followedOf_ = kNone;

    // edit_keys.cpp
    [[nodiscard]] Plan planOfKeys(const ListAt& list, const Shift& shift, Values values);
    /// New keys with their times, which are between those of their neighbours unless they are given.
    [[nodiscard]] std::vector<EditValue> timedKeys(const ListAt& list, const Shift& shift, Values values) const;
    [[nodiscard]] Plan planOfDeformed(const ListAt& list, const Shift& shift, Values values);
    /// How a node stands when nothing moves it.
    struct RestKey {
        std::vector<std::byte> key;
        /// v6: its deformation vertices, and what unpacks them.
        std::vector<std::byte> frame, packing;
    };
    /// The bytes of a key at a place, without a time.
    [[nodiscard]] std::vector<std::byte> keyAt(Vec3 location, Quat rotation) const;
    /// By node: the bind pose (v6: key 0 of the animation that the rest pose is taken from).
    [[nodiscard]] std::vector<RestKey> restKeys() const;
    [[nodiscard]] std::vector<RestKey> restKeys6() const;
    /// A track that stands still at these times, as a value.
    [[nodiscard]] EditValue stillTrack(const RestKey& rest, std::span<const std::uint32_t> times) const;
    /// Bytes of one key in each track, with the deformation that comes with it.
    [[nodiscard]] std::uint64_t keySize() const;
    /// v6: whether Length is the time of the last key of the file.
    [[nodiscard]] bool hasRightLength(const ListAt& keys) const;
    /// It is again in these animations.
    void setLengths();
    std::vector<std::string> lengths_;

    // edit_vertices.cpp
    [[nodiscard]] Plan planOfVertices(const ListAt& list, const Shift& shift, Values values);
    [[nodiscard]] Plan planOfVertices6(const ListAt& list, const Shift& shift, Values values);
    /// A new vertex on the root node.
    [[nodiscard]] EditValue rigidVertex(const EditValue* value) const;

    // edit_distances.cpp
    [[nodiscard]] Plan planOfLevels(const ListAt& list, const Shift& shift, Values values);
    [[nodiscard]] std::optional<std::vector<EditValue>> distances(const ListAt& list, const Shift& shift,
                                                                  Values values);
    void noteLeads(const ListAt& levels, const ChangedList& changes);
    void setLeads();
    /// What vertices of a level collapse to in the level that follows it now.
    struct Leads {
        std::uint32_t piece = 0, level = 0;
        std::vector<std::uint32_t> vertices;
    };
    std::vector<Leads> leads_;
};

/// Whether elements come that are no copies.
[[nodiscard]] inline bool isNew(const Shift& shift) {
    return shift.kind == ListChange::Kind::Insert && shift.copied == kNone;
}
/// The value that a new element is given, null when there is none.
[[nodiscard]] inline const EditValue* valueAt(std::span<const EditValue> values, std::size_t index) {
    return index < values.size() ? &values[index] : nullptr;
}
/// Where a node is in its parent and how it is turned; as the parent where that cannot be told.
[[nodiscard]] std::pair<Vec3, Quat> placeOf(const Mat4& local);
/// A value with what it leaves out.
[[nodiscard]] EditValue withDefaults(const EditValue* value, EditValue::Fields defaults);

/// Bytes of an element, in the element.
struct Range {
    std::uint32_t start = 0, end = 0;
};
/// A field of an element by the bytes of the element; nothing when it has none. All fields before it have a size that
/// the schema knows.
[[nodiscard]] std::optional<Range> fieldIn(const Dialect& dialect, Bytes element, schema::Type type, FieldName name);
template <class T>
[[nodiscard]] T numberIn(const Dialect& dialect, Bytes element, schema::Type type, FieldName name) {
    const auto field = fieldIn(dialect, element, type, name);
    return field ? load<T>(element, field->start) : T{};
}
[[nodiscard]] std::string_view textIn(const Dialect& dialect, Bytes element, schema::Type type, FieldName name);

/// What a key of a track is.
[[nodiscard]] schema::StructId keyTypeIn(const Dialect& dialect);

/// Calls `visit(offset, bytes)` for the vertex of the next level that each vertex of a level collapses to.
void eachSub(const Document& document, const Place& level,
             FunctionRef<void(std::uint32_t offset, std::uint32_t width)> visit);

}  // namespace abc
