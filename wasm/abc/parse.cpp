#include "parse.h"

#include <algorithm>

#include "chain.h"
#include "variants.h"

namespace abc {

using schema::Id;
using schema::Var;

namespace {

constexpr std::string_view kTokenV6 = "MonolithExport Model File v6";
/// What comes before the number in a text that names a version.
constexpr std::string_view kTokenStart = "MonolithExport Model File v";
constexpr std::uint16_t kLongestToken = 64;

/// Fills in the version of a file that begins as ABC does; it stays 0 when the file ends before it or in it.
void readVersion(Document& document) {
    const Bytes bytes = document.bytes;
    const std::uint32_t at = versionOffset(bytes);
    if (bytes.size() < at + sizeof(std::uint32_t)) return;
    const Text text{at + 2, load<std::uint16_t>(bytes, at)};
    const std::size_t left = bytes.size() - text.offset;
    const bool isWhole = text.length <= left;
    const std::string_view there = view(bytes, {text.offset, isWhole ? text.length : static_cast<std::uint32_t>(left)});
    const std::size_t common = std::min(there.size(), kTokenStart.size());
    const bool isText = text.length > kTokenStart.size() && text.length <= kLongestToken &&
                        there.substr(0, common) == kTokenStart.substr(0, common);
    if (!isText) {
        document.version = load<std::uint32_t>(bytes, at);
    } else if (isWhole) {
        document.token = text;
        document.version = there == kTokenV6 ? 6 : 0;
    }
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
        const std::uint32_t from = document_.records.size();
        SectionResult result = read(section, document_.dialect, document_.records, name);
        const Ambiguity* ambiguity = section.ordinal == 0 ? ambiguityOf(document_.dialect, section.id) : nullptr;
        const bool isDoubtful =
            ambiguity != nullptr && (ambiguity->sources == Ambiguity::Sources::Disagree || !result.reached.exactly);
        if (isDoubtful) {
            document_.records.truncate(from);
            settleVariant(document_, index, *ambiguity, isCutOff(section), [&](const Dialect& dialect) {
                const SectionResult tried = read(section, dialect, document_.records, name);
                document_.records.truncate(from);
                return tried.reached;
            });
            result = read(section, document_.dialect, document_.records, name);
        }
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

    [[nodiscard]] bool isLast(const Section& section) const { return &section == &document_.sections.back(); }

    /// The file certainly ends inside this section.
    [[nodiscard]] bool isCutOff(const Section& section) const {
        return isLast(section) && document_.chainEnd == ChainEnd::OutOfFile;
    }

    [[nodiscard]] SectionSpan spanOf(const Section& section) const {
        const bool mayBeCut = isCutOff(section) || (isLast(section) && document_.chainEnd == ChainEnd::Last);
        return {section.offset, section.end, mayBeCut};
    }

    Document& document_;
    /// Counts of the first section of each name.
    Context context_;
};

}  // namespace

std::uint32_t versionOffset(Bytes bytes) {
    constexpr std::uint32_t kHeadSize = 12;  // u16 + "Header" + u32 in every version
    return wrapperSize(bytes) + kHeadSize;
}

Document parse(Bytes bytes) {
    const Format format = bytes.size() > kMaxFileSize ? Format::Unknown : detect(bytes);
    Document document(bytes, chainOnly());
    document.format = format;
    if (format != Format::Abc) {
        document.addRest(0, State::Opaque);
        return document;
    }
    readVersion(document);
    if (const Version* version = findVersion(document.version)) {
        document.dialect = Dialect(*version);
        document.versionKnown = true;
    }
    readChain(document);
    SectionReader(document).run();
    if (document.chainEnd == ChainEnd::BadHead) document.addRest(document.chainFault, State::Unparsed);
    document.records.shrink();
    return document;
}

}  // namespace abc
