// Two lists of elements without names: paired by their bytes, and what has no equal by its place between those that
// have one.
#pragma once

#include "compare_report.h"

namespace core::comparing {

/// Elements of at most this many bytes are compared value by value; larger ones hold lists of their own.
inline constexpr std::uint32_t kMaxSmallElement = 512;

/// A value in an element: a number, a text, or a vector. Offsets count from the element's start.
struct Cell {
    /// What follows the element's path: `.Location`, `.Vertices[1].Texcoord`.
    std::string suffix;
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    Place::Kind kind = Place::Kind::Leaf;
    schema::Type type = schema::Scalar::Bytes;
    std::uint32_t count = 1;
    /// Role of what it lies in within the element, such as a vertex' weight; else the element's own.
    schema::Role role = schema::Role::None;
    /// Name of the field of that: `Location`.
    Texts::Id field = 0;
};

/// The values of elements whose size tells their fields: asked for the first element of a type and size.
class Cells {
public:
    [[nodiscard]] const std::vector<Cell>& of(const ComparedFile& file, Texts& texts, const Node& element);

private:
    void add(const ComparedFile& file, Texts& texts, const Node& node, std::size_t elementPath,
             std::uint32_t elementStart, Cell inherited, std::vector<Cell>& cells) const;

    std::map<std::pair<std::uint8_t, std::uint32_t>, std::vector<Cell>> known_;
};

/// Looks into two elements that differ and are large or of unlike sizes.
using Inside = FunctionRef<void(const Node& a, const Node& b, const Context& context)>;

/// Compares two lists of one type.
/// @param cells of the left file
void compareElements(CompareReport& report, Cells& cells, const Node& left, const Node& right, const Context& context,
                     Inside inside);

}  // namespace core::comparing
