#include "parse.h"

#include <algorithm>

#include "chain.h"
#include "variants.h"

namespace abc {

using schema::Id;
using schema::Var;

namespace {

constexpr std::uint32_t kVersionAt = 12;  // u16 + "Header" + u32 in every version
constexpr std::string_view kTokenV6 = "MonolithExport Model File v6";

/// The version of a file that begins as ABC does; 0 when the file ends before it.
std::uint32_t versionOf(Bytes bytes) {
    if (bytes.size() < kVersionAt + sizeof(std::uint32_t)) return 0;
    const auto length = load<std::uint16_t>(bytes, kVersionAt);
    const bool isV6 = length == kTokenV6.size() && bytes.size() >= kVersionAt + 2 + length &&
                      view(bytes, {kVersionAt + 2, length}) == kTokenV6;
    return isV6 ? 6 : load<std::uint32_t>(bytes, kVersionAt);
}

bool needsNodes(schema::StructId id) {
    return id == Id::ChildModelsSection || id == Id::AnimationSection || id == Id::AnimationSection6;
}

/// Reads the sections of a document into its records.
class SectionReader {
public:
    explicit SectionReader(Document& document) : document_(document) { context_.set(Var::NodeCount, kNone); }

    void run() {
        // Sections need counts of others: of later ones when the order is unusual. Those are read beforehand.
        const bool learned = !isInUsualOrder();
        if (learned) learn();
        reserve();
        for (std::uint32_t index = 0; index < document_.sections.size(); ++index) {
            const Section& section = document_.sections[index];
            if (section.id == Id::UnknownSection) {
                addOpaque(index);
            } else if (isBlocked(section)) {
                addOpaque(index);
                addFault({index, {Fault::Kind::Truncated, section.offset, 0, 0, nameOf(section)}, true});
            } else {
                Context context = add(index);
                // A second section of a name must not change what the others rely on.
                if (section.ordinal == 0 && !learned) context_ = std::move(context);
            }
        }
    }

private:
    [[nodiscard]] bool isInUsualOrder() const {
        std::uint32_t before = 0;
        for (const SectionKind& kind : document_.dialect.version().sections) {
            const Section* section = document_.find(kind.id);
            if (section == nullptr) continue;
            if (section->offset < before) return false;
            before = section->offset;
        }
        return true;
    }

    /// Reads the sections in an order that gives each the counts it needs, and keeps only the counts.
    void learn() {
        for (const SectionKind& kind : document_.dialect.version().sections) {
            const Section* section = document_.find(kind.id);
            if (section == nullptr || isBlocked(*section)) continue;
            Records scratch;
            context_ = read(*section, document_.dialect, scratch, {}).context;
        }
    }

    /// Sections without a description take one or two records: room for exactly those, so that a long chain of
    /// tiny ones takes no more memory than it must.
    void reserve() {
        std::uint32_t records = 0;
        for (const Section& section : document_.sections) {
            if (section.id == Id::UnknownSection) records += section.end > section.data() ? 2U : 1U;
        }
        document_.records.reserve(records);
    }

    void addOpaque(std::uint32_t index) {
        const Section& section = document_.sections[index];
        Record record;
        record.start = section.offset;
        record.end = section.end;
        record.first = section.ordinal;
        record.type = Id::UnknownSection;
        const std::uint32_t self = document_.records.add(record);
        if (section.data() == section.end) return;
        document_.records.add(byteRange(section.data(), section.end, State::Opaque, self));
    }

    /// Returns the context with the counts of the section.
    Context add(std::uint32_t index) {
        const Section& section = document_.sections[index];
        const std::string name = nameOf(section);
        if (section.ordinal == 0) {
            const std::uint32_t from = document_.records.size();
            resolveVariant(document_, index, [&](const Dialect& dialect) {
                const SectionResult result = read(section, dialect, document_.records, name);
                document_.records.truncate(from);
                return result.reached;
            });
        }
        SectionResult result = read(section, document_.dialect, document_.records, name);
        if (result.fault) addFault({index, std::move(*result.fault), false});
        return std::move(result.context);
    }

    [[nodiscard]] SectionResult read(const Section& section, const Dialect& dialect, Records& records,
                                     const std::string& name) const {
        return readSection(document_.bytes, dialect, context_, records, spanOf(section), section.id, section.ordinal,
                           name);
    }

    void addFault(SectionFault fault) {
        const bool first = document_.sections[fault.section].ordinal == 0;
        if (first || document_.faults.size() < Document::kMaxFaults) document_.faults.push_back(std::move(fault));
    }

    [[nodiscard]] std::string nameOf(const Section& section) const {
        return sectionPath(document_.text(section.type), section.ordinal);
    }

    [[nodiscard]] bool isBlocked(const Section& section) const {
        return needsNodes(section.id) && context_.get(Var::NodeCount) == kNone;
    }

    [[nodiscard]] SectionSpan spanOf(const Section& section) const {
        const bool isLast = &section == &document_.sections.back();
        const bool cut = isLast && (document_.chainEnd == ChainEnd::Last || document_.chainEnd == ChainEnd::OutOfFile);
        return {section.offset, section.end, cut};
    }

    Document& document_;
    /// Counts of the first section of each name.
    Context context_;
};

}  // namespace

Document parse(Bytes bytes) {
    const Format format = bytes.size() > kMaxFileSize ? Format::Unknown : detect(bytes);
    const std::uint32_t number = format == Format::Abc ? versionOf(bytes) : 0;
    const Version* version = findVersion(number);
    Document document(bytes, version != nullptr ? *version : chainOnly());
    document.format = format;
    document.version = number;
    document.versionKnown = version != nullptr;
    if (format != Format::Abc) {
        document.addRest(0, State::Opaque);
        return document;
    }
    readChain(document);
    SectionReader(document).run();
    resolveHeaderWords(document);
    if (document.chainEnd == ChainEnd::BadHead) document.addRest(document.chainFault, State::Unparsed);
    document.records.shrink();
    return document;
}

}  // namespace abc
