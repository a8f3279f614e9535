// Changes to models as tests ask for them.
#pragma once

#include <gtest/gtest.h>

#include "all_fixtures.h"
#include "edits.h"

namespace abc::testing {

[[nodiscard]] inline Operation set(std::string path, EditValue value) {
    Operation out;
    out.path = std::move(path);
    out.value = std::move(value);
    return out;
}

/// What an operation does, and where.
[[nodiscard]] inline std::string kindAndPath(const Operation& operation) {
    return std::string(core::nameOf(core::kOperationNames, operation.kind)) + " " + operation.path;
}

[[nodiscard]] inline std::string name(const Operation& operation) {
    return kindAndPath(operation) + " count " + std::to_string(operation.count) + " to " + std::to_string(operation.to);
}

/// A change of a list or an element. @param number how many elements, or where one is moved to
[[nodiscard]] inline Operation list(Operation::Kind kind, std::string path, std::uint32_t number = 1) {
    Operation out;
    out.kind = kind;
    out.path = std::move(path);
    (kind == Operation::Kind::Move ? out.to : out.count) = number;
    return out;
}

[[nodiscard]] inline Operation insert(std::string path, EditValue value) {
    Operation out = list(Operation::Kind::Insert, std::move(path));
    out.values = {std::move(value)};
    return out;
}

/// The bytes after operations; a refusal is a failure.
inline File done(const File& file, const std::vector<Operation>& operations) {
    const Document document = parse(file);
    const Edited edited = edit(document, operations);
    EXPECT_FALSE(edited.refusal) << edited.refusal->reason;
    EXPECT_EQ(checkEdited(document, edited).value_or(""), "");
    return edited.bytes;
}

/// A fixture by its name.
[[nodiscard]] inline const File& fixture(std::string_view wanted) {
    for (const NamedFile& each : allFixtures()) {
        if (each.name == wanted) return each.file;
    }
    ADD_FAILURE() << "no fixture " << wanted;
    return allFixtures()[0].file;
}

}  // namespace abc::testing
