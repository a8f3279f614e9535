// What the parts of validation share: the file, and where findings go.
#pragma once

#include <string>

#include "abc/model.h"
#include "codes.h"
#include "core/words.h"
#include "fields.h"

namespace ltb {

using Values = std::vector<std::string>;

/// A file that is being validated. The parts below are functions on it, one subject a file.
class Check {
public:
    Check(const core::Document& parsed, const abc::Model& built) : document(parsed), model(built), fields(parsed) {}
    Check(const Check&) = delete;
    Check& operator=(const Check&) = delete;

    const core::Document& document;
    const abc::Model& model;
    const Fields fields;
    core::Findings findings{catalogue()};

    /// Adds a finding; only while places are wanted are `path()` and `values()` called.
    template <class MakePath, class MakeValues>
    void add(Code code, std::uint64_t group, MakePath path, MakeValues values) {
        findings.add(code, group, [&] { return core::Findings::Detail{placeAt(path()), values()}; });
    }
    /// The same of what cannot repeat.
    void add(Code code, const std::string& path, Values values) {
        findings.add(code, placeAt(path), std::move(values));
    }

    /// Whether all of the file was read.
    [[nodiscard]] bool isWhole() const { return document.faults.empty(); }
    [[nodiscard]] std::size_t nodeCount() const { return model.nodes.size(); }

private:
    [[nodiscard]] core::FindingPlace placeAt(std::string path) const;
};

[[nodiscard]] std::string element(const std::string& list, std::uint32_t index);

void checkCounters(Check& check);
void checkSkeleton(Check& check);
void checkMesh(Check& check);
void checkAnimations(Check& check);

}  // namespace ltb
