// Changes to a text: what follows from a change of one of its parts. One subject a file.
#pragma once

#include <functional>
#include <map>
#include <set>

#include "core/editor.h"
#include "edit.h"
#include "parts.h"

namespace lta {

using core::EditValue;
using core::Operation;
using core::Place;

/// The elements of a list of the file that was read last, and what lies around them.
struct Elements {
    Place list;
    std::string path;
    std::vector<Place> places;

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(places.size()); }
    /// Whether the first one is the name of the list, which stays the first.
    [[nodiscard]] bool hasName() const;
};

class TextEditor final : public core::Editor {
public:
    using Editor::Editor;

private:
    // edit.cpp
    [[nodiscard]] core::Document parse(Bytes bytes) const override { return lta::parse(bytes); }
    [[nodiscard]] bool decidesShape(const Place& leaf) const override;
    [[nodiscard]] std::optional<std::vector<std::byte>> spelt(const Place& leaf, const std::string& path,
                                                              const EditValue& value) override;
    [[nodiscard]] core::Meant meantBy(const core::Document& state, const Operation& operation) const override;
    /// Why a text does not become what stands at a place; empty: it can.
    [[nodiscard]] std::string problemOf(const Place& leaf, const std::string& text) const;

    // edit_names.cpp
    /// A part of the model that other parts refer to by its name.
    struct Named {
        enum class Kind : std::uint8_t { None, Node, Shape, Piece, Animation, WeightSet };
        Kind kind = Kind::None;
        /// Its record.
        std::uint32_t list = core::kNone;
        /// The word or text that is its name.
        Token token;
    };
    /// What has its name at this place.
    [[nodiscard]] Named namedAt(const Place& leaf, const std::string& path) const;
    /// Whether another node or shape has a name.
    [[nodiscard]] bool isTaken(const Named& named, std::string_view name) const;
    void setWith(const Place& leaf, const std::string& path, Bytes bytes) override;

    // edit_lists.cpp
    [[nodiscard]] bool changeElements(const Operation& operation) override;
    /// The list that a path means an element of, and its index; nothing: refused.
    [[nodiscard]] std::optional<Elements> elementsAt(const Operation& operation, std::uint32_t& index);
    [[nodiscard]] Elements elementsOf(const Place& list, std::string path) const;
    /// Of a list by its record.
    [[nodiscard]] Elements elementsOf(std::uint32_t list) const;
    [[nodiscard]] bool insert(const Elements& elements, std::uint32_t index, const Operation& operation);
    /// Returns how many elements of the list are gone.
    [[nodiscard]] std::uint32_t remove(const Elements& elements, std::uint32_t index, std::uint32_t count);
    void duplicate(const Elements& elements, std::uint32_t index);
    void move(const Elements& elements, std::uint32_t index, std::uint32_t to);
    /// Adds new elements, which `text` is, before an element.
    void put(const Elements& elements, std::uint32_t index, std::string_view text);
    /// What lies before an element, and before one more after it.
    [[nodiscard]] std::string blankBefore(const Elements& elements, std::uint32_t index) const;
    [[nodiscard]] std::string_view text(std::uint32_t start, std::uint32_t end) const;
    /// The records of what belongs to a part of the model and goes with it.
    [[nodiscard]] std::set<std::uint32_t> belongingTo(std::uint32_t list) const;
    /// Removes elements of one list, which are given in their order.
    void removeAll(const Elements& elements, const std::vector<std::uint32_t>& indices);
    /// A change of a list, at a place in the file.
    void changed(std::uint32_t at, core::ListChange change);
    void tellChanges();
    std::multimap<std::uint32_t, core::ListChange, std::greater<>> changes_;
};

/// What refers to animations by their names: the binding of each, kNone without one. Of several of one name each has
/// its own, as far as there are so many.
[[nodiscard]] std::uint32_t bindingOf(const Lists& lists, const Parts& parts, std::uint32_t animation);

}  // namespace lta
