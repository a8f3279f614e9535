#include "parse.h"

#include <algorithm>
#include <cassert>

#include "fields.h"

namespace ltb {

using schema::Id;
using schema::Var;

namespace {

constexpr core::SectionKind kSections[] = {
    {"File", Id::FileSection},           {"Header", Id::HeaderSection},   {"Boxes", Id::BoxesSection},
    {"Pieces", Id::PiecesSection},       {"Nodes", Id::NodesSection},     {"ChildModels", Id::ChildModelsSection},
    {"Animation", Id::AnimationSection}, {"Sockets", Id::SocketsSection}, {"AnimBindings", Id::AnimBindingsSection},
};

constexpr core::Variant kPairFirst[] = {{schema::BasisPair, "two vectors, 24 bytes"}, {0, "one vector, 12 bytes"}};
constexpr core::Variant kOneFirst[] = {{0, "one vector, 12 bytes"}, {schema::BasisPair, "two vectors, 24 bytes"}};
constexpr core::Ambiguity basis(std::span<const core::Variant> variants) {
    return {Id::PiecesSection, core::Ambiguity::Sources::Agree, "the basis vectors of a vertex", variants};
}
constexpr core::Ambiguity kBasisPair[] = {basis(kPairFirst)};
constexpr core::Ambiguity kBasisOne[] = {basis(kOneFirst)};

constexpr core::Version kVersions[] = {
    {23, schema::kTables, kSections, 0, kBasisPair},
    {24, schema::kTables, kSections, schema::BoxRadius, kBasisOne},
    {25, schema::kTables, kSections, schema::BoxRadius, kBasisPair},
};

/// The row of a version, that of the last one for later ones; nullptr for those before the first.
const core::Version* rowOf(std::uint32_t version) {
    if (version < kFirstVersion) return nullptr;
    return &kVersions[std::min(version, kLastVersion) - kFirstVersion];
}

class SectionReader {
public:
    explicit SectionReader(core::Document& document) : document_(document) {
        // Nodes are read whatever the header counts: it is not what the engine reads them by.
        context_.set(Var::NodeCount, core::kNone);
    }

    void run() {
        for (const core::SectionKind& kind : kSections) {
            if (!add(kind)) return;
            if (!document_.versionKnown) return document_.addRest(position_, core::State::Opaque);
        }
        document_.addRest(position_, core::State::Unreferenced);
    }

private:
    /// False: nothing behind it can be read.
    bool add(const core::SectionKind& kind) {
        const std::uint32_t from = document_.records.size();
        core::SectionResult result = read(kind);
        if (kind.id == Id::PiecesSection && !hasRightSizes(result)) result = settled(kind, std::move(result), from);
        const std::uint32_t start = position_;
        const auto size = static_cast<std::uint32_t>(document_.bytes.size());
        position_ = result.fault ? size : result.reached.offset;
        if (position_ == start && !result.fault) {
            document_.records.truncate(from);
            return true;
        }
        core::Section section;
        section.offset = start;
        section.next = section.end = position_;
        section.id = kind.id;
        if (position_ > start) {
            document_.addSection(section);
        } else {
            // The file ends before the section: what is missing is said of the one before.
            document_.records.truncate(from);
        }
        context_ = std::move(result.context);
        if (!result.fault) return true;
        const auto index = static_cast<std::uint32_t>(document_.sections.size() - 1);
        document_.faults.push_back({index, std::move(*result.fault), false});
        return false;
    }

    [[nodiscard]] core::SectionResult read(const core::SectionKind& kind) const {
        const auto size = static_cast<std::uint32_t>(document_.bytes.size());
        return core::readSection(document_.bytes, document_.dialect, context_, document_.records,
                                 {position_, size, false, true}, kind.id, 0, std::string(kind.name));
    }

    /// Whether the pieces were read to their end, and each mesh has as many bytes as it says.
    [[nodiscard]] bool hasRightSizes(const core::SectionResult& pieces) const {
        if (pieces.fault) return false;
        const Fields fields(document_);
        bool areRight = true;
        fields.each(document_.walk().nodeOf(pieces.record), "Pieces", [&](const Place& piece) {
            fields.each(piece, "LODs", [&](const Place& level) {
                const auto bytes = objectBytes(fields, level);
                areRight = areRight && bytes && bytes->stored == bytes->read;
            });
        });
        return areRight;
    }

    /// The pieces read with the other basis vectors, where those fit.
    core::SectionResult settled(const core::SectionKind& kind, core::SectionResult likeliest, std::uint32_t from) {
        const core::Dialect dialect = document_.dialect;
        const core::Ambiguity& ambiguity = dialect.version().ambiguities[0];
        const core::Records records = document_.records;
        document_.records.truncate(from);
        document_.dialect = dialect.with(ambiguity, ambiguity.variants[1]);
        core::SectionResult other = read(kind);
        if (hasRightSizes(other)) {
            document_.variants.push_back({static_cast<std::uint32_t>(document_.sections.size()), &ambiguity, 1});
            return other;
        }
        document_.dialect = dialect;
        document_.records = records;
        return likeliest;
    }

    core::Document& document_;
    core::Context context_;
    std::uint32_t position_ = 0;
};

}  // namespace

core::Dialect dialectOf(std::uint32_t version) {
    const core::Version* const row = rowOf(version);
    assert(row != nullptr);
    return core::Dialect(*row);
}

core::Document parse(Bytes bytes) {
    constexpr std::size_t kVersionAt = 20;
    const bool isThere = bytes.size() >= kVersionAt + sizeof(std::uint32_t);
    const std::uint32_t version = isThere ? core::load<std::uint32_t>(bytes, kVersionAt) : 0;
    const core::Version* const row = rowOf(version);
    core::Document document(bytes, row != nullptr ? *row : kVersions[kLastVersion - kFirstVersion]);
    document.format = core::Format::Ltb;
    document.version = version;
    document.versionKnown = row != nullptr;
    SectionReader(document).run();
    document.records.shrink();
    return document;
}

}  // namespace ltb
