// Changes to a model: what follows from a change of one of its lists. One subject a file.
#pragma once

#include <functional>
#include <map>
#include <set>

#include "core/editor.h"
#include "counts.h"
#include "field_reader.h"

namespace abc {

class ModelEditor final : public Editor {
public:
    using Editor::Editor;

private:
    // edit.cpp
    [[nodiscard]] Document parse(Bytes bytes) const override { return abc::parse(bytes); }
    void follow(const Document& state, Splices& splices) const override;
    [[nodiscard]] bool decidesShape(const Place& leaf) const override;
    [[nodiscard]] std::string textWarning(const schema::Field& field, std::string_view text) const override;
    [[nodiscard]] bool changeList(const ListAt& list, const Shift& shift, const Operation& operation) override;
    [[nodiscard]] bool convert(const Operation& operation) override;
    [[nodiscard]] Meant meantBy(const Document& state, const Operation& operation) const override;
    [[nodiscard]] bool afterList() override;

    [[nodiscard]] std::optional<std::uint32_t> limitOfIndex(const schema::Field& field,
                                                            const std::string& path) override;
    [[nodiscard]] std::vector<std::uint32_t> countsForOthers() override;
    /// By the lists that indices of one generation named: how many elements each has.
    std::map<std::string, std::optional<std::uint32_t>, std::less<>> limits_;
    std::uint32_t limitedIn_ = kNone;
    bool isInNewPiece_ = false;
    [[nodiscard]] std::optional<std::vector<std::byte>> collectable(const ListAt& list, const Shift& shift,
                                                                    const Operation& operation) override;
    /// Whether a list changes by itself: elements and counter.
    [[nodiscard]] bool isPlain(const ListAt& list, const Shift& shift);
    /// New elements of a list that changes by itself, with what they leave out.
    [[nodiscard]] std::vector<EditValue> namedElements(const ListAt& list, const Shift& shift,
                                                       std::span<const EditValue> values);
    [[nodiscard]] std::optional<std::vector<std::byte>> plainElements(const ListAt& list, const Shift& shift,
                                                                      std::span<const EditValue> values);

    /// The file that changes are made of.
    [[nodiscard]] const Document& state() const { return current(); }
    [[nodiscard]] bool isV6() { return familyOf(state().dialect) == Family::V6; }
    /// What a field is called in a struct.
    [[nodiscard]] std::string_view nameIn(schema::Type type, FieldName field) {
        return field.in(state().dialect.describe(type.id()));
    }
    /// Refuses what changes several sections while one of them could not be read.
    [[nodiscard]] bool isAllRead();
    /// How many elements each list has that others count.
    [[nodiscard]] Context context();
    /// A list changed by itself: elements and counter.
    [[nodiscard]] bool plainList(const ListAt& list, const Shift& shift, std::span<const EditValue> values);
    /// Why a list does not change by itself.
    [[nodiscard]] bool refusePer(const ListAt& list);
    /// Elements of an array in a struct; none when it has no such array.
    void eachOf(const std::optional<Place>& parent, FieldName name, FunctionRef<void(const Place&)> visit);
    /// The same for the list with this meaning that stands in a section.
    void eachOf(schema::Meaning list, FunctionRef<void(const Place&)> visit);

    // edit_counts.cpp
    void beforeCounted(const Document& before) override { noteCounters(before); }
    void afterCounted() override { recount(); }
    void collected(const ListAt& list, const Shift& shift) override;
    /// Whether it is known how a change of a list changes the counters that are wrong.
    [[nodiscard]] bool isCountable(const ListAt& list);
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
    std::uint32_t notedOf_ = kNone;

    // edit_nodes.cpp
    struct NodeAt {
        Place place;
        std::uint32_t parent = kNone;
        /// Index behind the last node below it.
        std::uint32_t end = 0;
        std::uint32_t number = 0;
        /// Offset of its number.
        std::uint32_t numberAt = 0;
    };
    [[nodiscard]] std::vector<NodeAt> nodes();
    [[nodiscard]] std::uint32_t extentOf(const ListAt& list) const override;
    [[nodiscard]] bool changeNodes(const ListAt& list, const Shift& shift, std::span<const EditValue> values);
    [[nodiscard]] bool canChangeNodes(const ListAt& list, const Shift& shift, const std::vector<NodeAt>& before);
    [[nodiscard]] bool isUnused(const Shift& shift, const std::vector<NodeAt>& before);
    void shiftPerNode(const Shift& shift, std::uint32_t count, std::span<const EditValue> values,
                      const std::vector<NodeAt>& before);
    /// Whether each node has its index as its number.
    [[nodiscard]] static bool isInOrder(const std::vector<NodeAt>& nodes);
    /// A number that no node of these has, for each new one (v6).
    [[nodiscard]] static std::vector<std::uint32_t> freeNumbers(const std::vector<NodeAt>& nodes, std::uint32_t count);
    void renumberNodes(const Shift& shift, const std::vector<NodeAt>& before);
    /// Calls `visit` for the offset of each node index of a weight.
    void eachWeight(FunctionRef<void(std::uint32_t)> visit);

    // edit_animations.cpp
    [[nodiscard]] bool changeAnimations(const ListAt& list, const Shift& shift, std::span<const EditValue> values);
    [[nodiscard]] bool changeKeys(const ListAt& list, const Shift& shift, std::span<const EditValue> values);
    [[nodiscard]] bool changeChildModels(const ListAt& list, const Shift& shift, std::span<const EditValue> values);
    [[nodiscard]] bool changeDeformed(const ListAt& list, const Shift& shift, std::span<const EditValue> values);
    /// Bytes of one key in so many tracks, with the deformation that comes with it.
    [[nodiscard]] std::uint64_t keySizeOf(std::uint32_t tracks);
    /// The tracks of a new animation: each key in the bind pose (v6: the rest pose).
    [[nodiscard]] std::vector<std::byte> restTracks(std::span<const std::uint32_t> times);
    void setWith(const Place& leaf, const std::string& path, Bytes bytes) override;
    /// In the list of the model itself: index of the binding of each own animation, kNone without one; of several
    /// animations of one name each has its own.
    [[nodiscard]] std::vector<std::uint32_t> ownBindings();
    std::vector<std::uint32_t> ownBindings_;
    std::uint32_t ownBindingsOf_ = kNone;
    /// Where leaves begin that got their bytes with another one; any other splice was asked for.
    std::set<std::uint32_t> followed_;
    std::uint32_t followedOf_ = kNone;

    // edit_mesh.cpp
    [[nodiscard]] bool changeVertices(const ListAt& list, const Shift& shift, std::span<const EditValue> values);
    [[nodiscard]] bool changeVertices6(const ListAt& list, const Shift& shift, std::span<const EditValue> values);
    [[nodiscard]] bool changeLevels(const ListAt& list, const Shift& shift, std::span<const EditValue> values);

    /// What is left to do when the file has been read again; numbers that are overwritten.
    std::function<void()> then_;
};

/// Where a node is in its parent and how it is turned; as the parent where that cannot be told.
[[nodiscard]] std::pair<Vec3, Quat> placeOf(const Mat4& local);
/// A value with what it leaves out.
[[nodiscard]] EditValue withDefaults(const EditValue* value, EditValue::Fields defaults);
/// The value of a field, null when there is none.
[[nodiscard]] const EditValue* fieldOf(const EditValue* value, std::string_view name);

template <class T>
void append(std::vector<std::byte>& out, const T& value) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&value);
    out.insert(out.end(), bytes, bytes + sizeof(T));
}
inline void append(std::vector<std::byte>& out, Bytes bytes) {
    out.insert(out.end(), bytes.begin(), bytes.end());
}

}  // namespace abc
