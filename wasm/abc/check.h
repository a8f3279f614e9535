// What the parts of validation share: the file, places in it by the schema's names, and where findings go.
#pragma once

#include "codes.h"
#include "core/words.h"
#include "counts.h"
#include "deform.h"
#include "field_reader.h"

namespace abc {

/// A place with its path. `at` goes down by the names of the schema; where the file has no such place
/// (it was not read so far), it stays at the nearest one that is there.
class Spot {
public:
    Spot(const Walk& walk, Place place, std::string path) : walk_(&walk), place_(place), path_(std::move(path)) {}

    [[nodiscard]] Spot at(FieldName field) const;
    [[nodiscard]] Spot at(std::uint32_t index) const;
    [[nodiscard]] Spot at(FieldName field, std::uint32_t index) const { return at(field).at(index); }

    [[nodiscard]] const Place& place() const { return place_; }
    [[nodiscard]] FindingPlace found() const { return {place_.start, place_.end - place_.start, path_}; }

private:
    [[nodiscard]] Spot below(const Place& child) const;

    const Walk* walk_;
    Place place_;
    std::string path_;
};

/// A file that is being validated. The parts below are functions on it, one subject a file.
class Check {
public:
    Check(const Document& parsed, const Model& built, Findings found = Findings(catalogue()));
    Check(const Check&) = delete;
    Check& operator=(const Check&) = delete;

    const Document& document;
    const Model& model;
    const Walk walk;
    const FieldReader extract;
    Findings findings;

    /// The first section that is this struct; the file when there is none.
    [[nodiscard]] Spot section(schema::Id id) const;
    [[nodiscard]] Spot section(std::uint32_t index) const;
    /// Its reading stopped, or could not start.
    [[nodiscard]] bool isFaulty(std::uint32_t section) const { return faulty_[section]; }
    /// True when the section is there and was read to its end.
    [[nodiscard]] bool isWhole(schema::Id id) const;
    /// True when all sections are: what is counted over the whole file means something.
    [[nodiscard]] bool isWhole() const;
    /// The innermost place of this type that starts at `offset`; the place of the byte when there is none.
    [[nodiscard]] FindingPlace placeAt(std::uint32_t offset, schema::Type type) const;

    [[nodiscard]] bool isV6() const { return model.family == Family::V6; }

    /// Adds a finding at a spot; only while places are wanted are `spot()` and `values()` called.
    template <class MakeSpot, class MakeValues>
    void add(Code code, std::uint64_t group, MakeSpot spot, MakeValues values) {
        findings.add(code, group, [&] { return Findings::Detail{Spot(spot()).found(), values()}; });
    }

private:
    std::vector<bool> faulty_;
};

using Values = std::vector<std::string>;

void checkFraming(Check& check);
void checkCounts(Check& check);
void checkValues(Check& check);
void checkSkeleton(Check& check);
void checkMesh(Check& check);
void checkBindPositions(Check& check);
void checkMeshV6(Check& check);
void checkWinding(Check& check, const WindingVote& vote);
void checkAnimations(Check& check);
void checkChildModels(Check& check);

/// Reports texture coordinates of a level outside 0 … 1.
void checkTexCoords(Check& check, const Lod& lod);

/// The bind matrix moves and turns, and does nothing else.
[[nodiscard]] bool isRigid(const Mat4& matrix);
/// The same whatever its last row is.
[[nodiscard]] bool isRigidButForLastRow(const Mat4& matrix);

}  // namespace abc
