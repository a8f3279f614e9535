// Names of fields in code: one that no struct has does not compile.
#pragma once

#include <algorithm>
#include <cassert>

#include "structs.h"

namespace abc {

/// The name of a field of one or several structs, or what a field means under whatever name it has in a version.
class FieldName {
public:
    /// A name that no struct of the format has is no constant expression, so that it does not compile.
    consteval FieldName(const char* name) : name_(name) {
        const bool isKnown = std::any_of(std::begin(schema::kStructs), std::end(schema::kStructs),
                                         [this](const schema::Struct& one) { return isIn(one); });
        if (!isKnown) std::abort();
    }
    constexpr FieldName(schema::Meaning meaning) : meaning_(meaning) {}
    /// The name of a field of the schema.
    constexpr explicit FieldName(const schema::Field& field) : name_(field.name) {}

    /// Whether it is that field.
    [[nodiscard]] constexpr bool operator()(const schema::Field& field) const {
        return name_.empty() ? field.meaning == core::schema::Meaning(meaning_) : field.name == name_;
    }
    /// Whether the struct has such a field in any version.
    [[nodiscard]] constexpr bool isIn(const schema::Struct& one) const {
        return std::any_of(one.fields.begin(), one.fields.end(), *this);
    }
    /// The first such field of a struct, which has one, at least in another version.
    [[nodiscard]] const schema::Field& fieldOf(const schema::Struct& one) const {
        assert(isIn(one));
        return *std::find_if(one.fields.begin(), one.fields.end(), *this);
    }
    /// The name of this field in such a struct.
    [[nodiscard]] std::string_view in(const schema::Struct& one) const {
        assert(isIn(one));
        return name_.empty() ? fieldOf(one).name : name_;
    }

    /// As it was given; empty for a meaning.
    [[nodiscard]] constexpr std::string_view text() const { return name_; }
    constexpr bool operator==(const FieldName&) const = default;

private:
    std::string_view name_;
    schema::Meaning meaning_ = schema::Meaning::None;
};

}  // namespace abc
