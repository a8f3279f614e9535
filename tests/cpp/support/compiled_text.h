// A text and the compiled model that was made of it, for tests alone: it needs GoogleTest.
#pragma once

#include <compile/compile.h>
#include <gtest/gtest.h>
#include <lta/parse.h>
#include <ltb/build.h>
#include <ltb/validate.h>

#include "lta_fixtures.h"

namespace compiling::testing {

using lta::testing::bytesOf;

/// A text, and what was made of it.
struct CompiledText {
    explicit CompiledText(std::string_view text, Options options = {})
        : source(bytesOf(text)),
          sourceDocument(lta::parse(source)),
          sourceModel(lta::buildModel(sourceDocument)),
          made(compile(sourceDocument, options)),
          document(ltb::parse(made.bytes)),
          model(ltb::buildModel(document)) {
        EXPECT_EQ(made.refusal, "");
        const core::Findings findings = ltb::validate(document, model);
        for (const core::Finding& finding : findings.list()) ADD_FAILURE() << finding.message;
    }

    [[nodiscard]] core::Place at(const std::string& path) const {
        const auto place = document.walk().resolve(path);
        EXPECT_TRUE(place) << path;
        return place.value_or(core::Place{});
    }
    template <class Number = std::uint32_t>
    [[nodiscard]] Number number(const std::string& path) const {
        return core::load<Number>(document.bytes, at(path).start);
    }
    [[nodiscard]] std::vector<float> floats(const std::string& path) const {
        const core::Place place = at(path);
        std::vector<float> out;
        for (std::uint32_t at = place.start; at < place.end; at += 4) {
            out.push_back(core::load<float>(document.bytes, at));
        }
        return out;
    }
    [[nodiscard]] std::vector<unsigned> bytesAt(const std::string& path) const {
        const core::Place place = at(path);
        std::vector<unsigned> out;
        for (std::uint32_t at = place.start; at < place.end; ++at) {
            out.push_back(core::load<std::uint8_t>(document.bytes, at));
        }
        return out;
    }
    [[nodiscard]] std::string notes() const {
        std::string out;
        for (const std::string& note : made.notes.lost) out += "- " + note + "\n";
        for (const std::string& note : made.notes.added) out += "+ " + note + "\n";
        return out;
    }

    std::vector<std::byte> source;
    core::Document sourceDocument;
    abc::Model sourceModel;
    Compiled made;
    core::Document document;
    abc::Model model;
};

}  // namespace compiling::testing
