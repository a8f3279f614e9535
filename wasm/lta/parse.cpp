#include "parse.h"

#include <algorithm>

#include "schema.h"
#include "text_form.h"
#include "unpack.h"

namespace lta {
namespace {

using core::kNone;
using core::Record;
using Kind = Token::Kind;
using schema::Id;

/// Far more than the games' own models have, and 32 MB.
constexpr std::uint32_t kMostRecords = std::uint32_t{1} << 20U;

/// Makes the records: of lists with known names, of long lists, of those around them, and of the runs of elements
/// between these. So a place is found by reading a few bytes of the text again, and numbers take no memory.
class Recorder {
public:
    explicit Recorder(core::Document& document)
        : bytes_(document.bytes), records_(document.records), size_(static_cast<std::uint32_t>(bytes_.size())) {}

    void run() {
        open(0, Id::File);
        record(0);
        Lexer lexer(bytes_, 0, size_);
        for (;;) {
            const Token token = lexer.next();
            if (token.kind == Kind::End) break;
            if (token.kind == Kind::Open) {
                if (lists_.size() > kDeepest) {
                    opaque(token.start, lexer.skipList());
                } else {
                    open(token.start, Id::List);
                }
            } else if (token.kind == Kind::Close) {
                // One too many closes nothing.
                if (lists_.size() > 1) close(token.end);
            } else {
                atom(token);
            }
            if (records_.size() >= kMostRecords) return stop(token.end);
        }
        while (!lists_.empty()) close(size_);
    }

private:
    /// A list that is not closed yet.
    struct List {
        std::uint32_t start;
        Id id;
        std::uint32_t record = kNone;
        std::uint32_t elements = 0;
        /// Its last elements, which have no record yet: since which, where that one begins, and where the last ends.
        std::uint32_t runFirst = 0;
        std::uint32_t runStart = kNone;
        std::uint32_t runEnd = 0;
    };

    void open(std::uint32_t start, Id id) { lists_.push_back({start, id}); }

    /// The list at a depth gets its record, and so do those around it.
    void record(std::size_t depth) {
        std::size_t from = depth;
        while (from > 0 && lists_[from - 1].record == kNone) --from;
        for (std::size_t i = from; i <= depth; ++i) {
            List& list = lists_[i];
            if (list.record != kNone) continue;
            Record made;
            made.start = list.start;
            made.end = size_;
            made.type = list.id;
            if (i > 0) {
                endRun(lists_[i - 1]);
                made.parent = lists_[i - 1].record;
                made.first = lists_[i - 1].elements;
            }
            list.record = records_.add(made);
        }
    }

    /// The elements of a list that have no record get one together.
    void endRun(List& list) {
        if (list.runStart == kNone) return;
        Record run = core::byteRange(list.runStart, list.runEnd, core::State::Known, list.record);
        run.count = 1;
        run.first = list.runFirst;
        run.dims.outer = list.elements - list.runFirst;
        records_.add(run);
        list.runStart = kNone;
    }

    /// The last list has one element more, without a record of its own.
    void add(std::uint32_t start, std::uint32_t end) {
        List& list = lists_.back();
        if (list.runStart == kNone) {
            list.runStart = start;
            list.runFirst = list.elements;
        }
        list.runEnd = end;
        ++list.elements;
        if (list.record == kNone && end - list.start >= kLeastRecorded) record(lists_.size() - 1);
        if (list.record != kNone && end - list.runStart >= kLeastRecorded) endRun(list);
    }

    void atom(const Token& token) {
        List& list = lists_.back();
        if (list.elements == 0 && token.kind == Kind::Word && lists_.size() > 1) {
            list.id = schema::idOf(view(bytes_, token.text));
            if (list.id != Id::List) record(lists_.size() - 1);
        }
        add(token.start, token.end);
    }

    void close(std::uint32_t end) {
        List list = lists_.back();
        if (list.record == kNone) {
            lists_.pop_back();
            return add(list.start, end);
        }
        endRun(list);
        Record made = records_[list.record];
        made.end = end;
        made.count = 1;
        made.dims.outer = list.elements;
        records_.set(list.record, made);
        lists_.pop_back();
        if (!lists_.empty()) ++lists_.back().elements;
    }

    /// A list that is not taken apart.
    void opaque(std::uint32_t start, std::uint32_t end) {
        record(lists_.size() - 1);
        List& list = lists_.back();
        endRun(list);
        Record made = core::byteRange(start, end, core::State::Opaque, list.record);
        made.count = 1;
        made.first = list.elements;
        made.dims.outer = 1;
        records_.add(made);
        ++list.elements;
    }

    /// What follows is not read.
    void stop(std::uint32_t at) {
        while (lists_.size() > 1) close(at);
        endRun(lists_.back());
        if (at < size_) {
            Record rest = core::byteRange(at, size_, core::State::Unparsed, lists_.back().record);
            rest.count = 1;
            records_.add(rest);
        }
        close(size_);
    }

    Bytes bytes_;
    core::Records& records_;
    std::uint32_t size_;
    std::vector<List> lists_;
};

/// The parts of the model are what its sections are: the lists in `lt-model-0`, or at the top level without one.
void addSections(core::Document& document) {
    const core::Records& records = document.records;
    std::uint32_t holder = 0;
    for (std::uint32_t i = 1; i < records.size() && records.start(i) < records.end(holder);
         i = records.firstAfter(i, records.end(i))) {
        if (records[i].type != schema::Type(Id::LtModel)) continue;
        holder = i;
        break;
    }
    for (std::uint32_t i = holder + 1;
         i < records.size() && records[i].parent != kNone && records.start(i) < records.end(holder);
         i = records.firstAfter(i, records.end(i))) {
        const Record& record = records[i];
        if (record.type.isScalar()) continue;
        Lexer lexer(document.bytes, record.start + 1, record.end);
        core::Section section;
        section.type = lexer.next().text;
        section.offset = record.start;
        section.next = section.end = record.end;
        section.id = record.type.id();
        document.addSection(section);
    }
}

}  // namespace

Token otherKindOf(Bytes text) {
    Lexer lexer(text, 0, static_cast<std::uint32_t>(text.size()));
    if (lexer.next().kind != Kind::Open) return {};
    const Token name = lexer.next();
    const std::string_view word = name.isAtom() ? view(text, name.text) : std::string_view();
    return word == "world" || word == "renderstyle" ? name : Token{};
}

core::Document parse(Bytes bytes) {
    static const core::Version version{0, schema::tables(), schema::sections(), 0};
    const core::Format format = core::detect(bytes);
    std::shared_ptr<const core::Unpacked> unpacked;
    if (format == core::Format::Ltc) {
        unpacked = std::make_shared<const core::Unpacked>(unpack(bytes));
        bytes = unpacked->bytes;
    }
    core::Document document(bytes, version);
    document.unpacked = std::move(unpacked);
    document.format = format;
    document.versionKnown = otherKindOf(bytes).kind == Kind::End;
    if (bytes.empty()) return document;
    Recorder(document).run();
    document.records.shrink();
    addSections(document);
    return document;
}

}  // namespace lta
