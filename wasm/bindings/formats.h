// What a module knows of the formats of its models. The binding of models is the same in every module that reads them;
// each links one source with these: bindings/abc.cpp or bindings/jupiter.cpp.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "abc/capabilities.h"
#include "abc/deform.h"
#include "abc/elements.h"
#include "abc/model.h"
#include "core/findings.h"
#include "format_edits.h"

namespace bindings {

/// Parses bytes of whatever kind as a model of this module. Never fails but for memory.
[[nodiscard]] core::Document parseModel(core::Bytes bytes);
/// What the questions below need of a parsed file, which is found once; null in formats that need nothing.
struct FormatParts;
using SharedParts = std::shared_ptr<const FormatParts>;
[[nodiscard]] SharedParts partsOf(const core::Document& document);
/// The model of a parsed file. It keeps a view of the bytes, which must outlive it.
[[nodiscard]] abc::Model buildModel(const core::Document& document, const SharedParts& parts);
[[nodiscard]] core::Findings validateModel(const core::Document& document, const SharedParts& parts,
                                           const abc::Model& model, const abc::WindingVote& winding);
/// What is wrong with a file as child model `child` of a model.
[[nodiscard]] core::Findings validateChild(const core::Document& document, const abc::Model& model, std::uint32_t child,
                                           const abc::Model& base);

/// What a format has in a place of its own.
struct FormatFacts {
    abc::Capabilities capabilities;
    FormatEdits edits;
    /// Versions that a file can be converted to.
    std::vector<std::uint32_t> conversions;
    /// Up to which distance each level but the last is used, where the header has no list of them.
    std::optional<std::vector<float>> levelDistances;
    /// Whether only the schema has the names of the sections, and the file has not.
    bool namesSections = false;
    /// Where no field of the header has the commands.
    core::Text commandString;
    /// Numbers of the header, where the file has no such section.
    std::vector<std::pair<std::string_view, double>> header;
};
[[nodiscard]] FormatFacts factsOf(const core::Document& document, const SharedParts& parts);

/// The path of an element of the model, and the element that the node at a path is, as `abc::pathOf` and
/// `abc::elementOf` say it.
[[nodiscard]] std::string elementPath(const core::Document& document, const SharedParts& parts,
                                      const abc::Element& element);
[[nodiscard]] abc::Element elementAt(const core::Document& document, const SharedParts& parts, const core::Place& node,
                                     std::string_view path);

/// The path of the text that is the name of the node at a path; empty when it has none.
[[nodiscard]] std::string namePath(const core::Document& document, const std::string& path);

/// All findings of these formats.
[[nodiscard]] std::span<const core::CodeInfo> modelCatalogue();

}  // namespace bindings
