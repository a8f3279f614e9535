// What a conversion between the families says.
#pragma once

#include <initializer_list>

#include "convert.h"
#include "math.h"

namespace abc {

/// What is lost and added, as sentences that begin with the version that is made.
class ConversionNotes {
public:
    ConversionNotes(std::uint32_t version, Converted& out) : name_("Version " + std::to_string(version)), out_(out) {}

    void lose(const std::string& words) { out_.lost.push_back(name_ + words); }
    void add(const std::string& words) { out_.added.push_back(name_ + words); }
    void refuse(const std::string& words) { out_.refusal = name_ + words; }
    /// Of the file, what the new one has no place for: sections, and bytes that no field describes.
    /// @param used sections that the new file is made of
    void loseBytes(const Document& document, std::initializer_list<schema::Id> used);

private:
    std::string name_;
    Converted& out_;
};

/// “0.5 units, 2 % of the size of the model”; without the share where the model has no size.
[[nodiscard]] std::string offWords(double units, double size);

/// The longest side of a box with these half sides.
[[nodiscard]] float longestSide(Vec3 halfSize);

}  // namespace abc
