#include "relayout.h"

#include <algorithm>
#include <array>

#include "core/reach.h"
#include "core/values.h"
#include "field_reader.h"

namespace abc {

using schema::Field;
using schema::Id;
using schema::Meaning;
using schema::Repeat;
using schema::Var;

namespace {

/// Writes the new file as what of the old one stays, and what comes between.
class Output {
public:
    explicit Output(Bytes bytes) : bytes_(bytes) {}

    [[nodiscard]] std::uint32_t size() const { return size_; }
    void copy(std::uint32_t start, std::uint32_t end) {
        if (start == end) return;
        if (start < read_) {
            // It stood before what was written last.
            put(bytes_.subspan(start, end - start));
            return;
        }
        close(start);
        read_ = end;
        size_ += end - start;
    }
    void put(Bytes bytes) {
        pending_.insert(pending_.end(), bytes.begin(), bytes.end());
        size_ += static_cast<std::uint32_t>(bytes.size());
    }
    /// The next four bytes of the file, which may be others: that is known later.
    void reserve(std::uint32_t start) {
        reserved_.push_back({splices_.size(), pending_.size(), start});
        put(bytesOf(std::uint32_t{0}));
    }
    /// @param values of what was reserved, in that order
    [[nodiscard]] std::vector<Splice> finish(const std::vector<std::uint32_t>& values) {
        close(static_cast<std::uint32_t>(bytes_.size()));
        for (std::size_t i = 0; i < reserved_.size(); ++i) {
            Splice& splice = splices_[reserved_[i].splice];
            const std::vector<std::byte> value = bytesOf(values[i]);
            const auto at = splice.bytes.begin() + static_cast<std::ptrdiff_t>(reserved_[i].at);
            const bool isSame = load<std::uint32_t>(bytes_, reserved_[i].start) == values[i];
            if (isSame && at == splice.bytes.begin() && splice.start == reserved_[i].start) {
                splice.start += static_cast<std::uint32_t>(value.size());
                splice.bytes.erase(at, at + static_cast<std::ptrdiff_t>(value.size()));
            } else {
                std::copy(value.begin(), value.end(), at);
            }
        }
        std::erase_if(splices_, [this](const Splice& one) {
            const Bytes old = bytes_.subspan(one.start, one.end - one.start);
            return std::equal(old.begin(), old.end(), one.bytes.begin(), one.bytes.end());
        });
        return std::move(splices_);
    }

private:
    struct Reserved {
        std::size_t splice, at;
        /// In the file.
        std::uint32_t start;
    };

    void close(std::uint32_t upTo) {
        if (pending_.empty() && upTo == read_) return;
        splices_.push_back({read_, upTo, std::move(pending_)});
        pending_.clear();
    }

    const Bytes bytes_;
    std::vector<Splice> splices_;
    std::vector<std::byte> pending_;
    std::vector<Reserved> reserved_;
    std::uint32_t read_ = 0, size_ = 0;
};

/// Which structs two versions lay out in different ways, themselves or in what they hold.
class Differences {
public:
    Differences(const Dialect& from, const Dialect& to) : from_(from) {
        for (const schema::Struct& holder : from.version().tables.structs) {
            for (const Field& field : holder.fields) {
                if (from.has(field) == to.has(field)) continue;
                isChanged_[holder.id.index()] = true;
                if ((to.has(field) ? from : to).fieldNamed(holder, field.name) == nullptr) {
                    changes.push_back({&holder, &field, to.has(field)});
                }
            }
        }
    }

    [[nodiscard]] bool isChanged(schema::Type type) const {
        if (type.isScalar()) return false;
        if (isChanged_[type.id().index()]) return true;
        const auto fields = from_.describe(type.id()).fields;
        return std::any_of(fields.begin(), fields.end(),
                           [this](const Field& field) { return from_.has(field) && isChanged(field.type); });
    }
    [[nodiscard]] FieldChange& of(const Field& field) {
        return *std::find_if(changes.begin(), changes.end(),
                             [&](const FieldChange& one) { return one.field == &field; });
    }

    std::vector<FieldChange> changes;

private:
    const Dialect& from_;
    std::array<bool, schema::kStructCount> isChanged_{};
};

class Rewriting {
public:
    Rewriting(const Document& document, const Dialect& to)
        : document_(document),
          walk_(document.walk()),
          fields_(document),
          to_(to),
          differences_(document.dialect, to),
          output_(document.bytes) {
        for (std::size_t i = 0; i < isChanged_.size(); ++i) {
            isChanged_[i] = differences_.isChanged(schema::StructId(i));
        }
        counts_.set(Var::NodeCount, 0);
        fields_.each(Meaning::Nodes,
                     [this](const Place&) { counts_.set(Var::NodeCount, counts_.get(Var::NodeCount) + 1); });
    }

    [[nodiscard]] Relayout run() {
        struct Moved {
            std::uint32_t from, to;
        };
        std::vector<Moved> starts;
        for (const Place& place : walk_.sections()) {
            starts.push_back({place.start, output_.size()});
            place.kind == Place::Kind::Struct ? write(place) : output_.copy(place.start, place.end);
        }
        std::vector<std::uint32_t> offsets;
        for (const std::uint32_t offset : offsets_) {
            const auto found = std::lower_bound(starts.begin(), starts.end(), offset,
                                                [](const Moved& one, std::uint32_t at) { return one.from < at; });
            offsets.push_back(found != starts.end() && found->from == offset ? found->to : offset);
        }
        return {output_.finish(offsets), std::move(differences_.changes), std::move(tooLarge_)};
    }

private:
    struct Span {
        std::uint32_t start, end;
    };
    using Spans = std::array<std::optional<Span>, schema::kMaxFields>;

    /// Where the fields of a struct are in the file, by their positions in its table.
    [[nodiscard]] Spans spansOf(const Place& place) const {
        const Dialect& from = document_.dialect;
        const auto fields = from.describe(place.type.id()).fields;
        Spans spans;
        if (from.shape(place.type.id()) == Dialect::Shape::Container) {
            for (std::size_t i = 0; i < fields.size(); ++i) {
                const auto found = from.has(fields[i]) ? walk_.fieldOf(place, fields[i].name) : std::nullopt;
                if (found) spans[i] = {found->start, found->end};
            }
            return spans;
        }
        forEachField(from, place.type.id(), document_.bytes, place.start, place.end, place.dims,
                     [&](const FieldAt& at) {
                         const auto start = static_cast<std::uint32_t>(at.offset);
                         spans[at.index] = {start, start + static_cast<std::uint32_t>(at.size)};
                         return true;
                     });
        return spans;
    }

    void write(const Place& place) {
        const Dialect& from = document_.dialect;
        const schema::Struct& holder = from.describe(place.type.id());
        if (place.type == schema::Type(Id::Animation)) readTimes(place);
        const Spans spans = spansOf(place);
        std::uint32_t end = place.start;
        for (std::size_t i = 0; i < holder.fields.size(); ++i) {
            const Field& field = holder.fields[i];
            if (spans[i]) end = std::max(end, spans[i]->end);
            if (to_.has(field)) {
                add(place, field, from.fieldNamed(holder, field.name), spans);
            } else if (from.has(field) && spans[i] && to_.fieldNamed(holder, field.name) == nullptr) {
                lose(place, field, *spans[i]);
            }
        }
        output_.copy(end, place.end);
    }

    /// @param old the field that has its value, null for none
    void add(const Place& place, const Field& field, const Field* old, const Spans& spans) {
        if (old == nullptr) {
            output_.put(usualOf(field, place));
            ++differences_.of(field).elements;
            return;
        }
        const schema::Struct& holder = document_.dialect.describe(place.type.id());
        const auto& span = spans[static_cast<std::size_t>(old - holder.fields.data())];
        if (!old->type.isScalar() && isChanged_[old->type.id().index()]) {
            if (old->repeat == Repeat::One) {
                if (const auto inner = walk_.fieldOf(place, old->name)) write(*inner);
            } else {
                eachElement(walk_, counts_, arrayIn(walk_, place, *old), [this](const Place& one) { write(one); });
            }
        } else if (!span) {
            return;
        } else if (field.refers == schema::Refers::Section) {
            offsets_.push_back(load<std::uint32_t>(document_.bytes, span->start));
            output_.reserve(span->start);
        } else if (FieldName(Meaning::Version)(field) && isNumber(field)) {
            output_.put(bytesOf(to_.version().number));
        } else if (field.type == old->type) {
            output_.copy(span->start, span->end);
        } else {
            carry(place, field, *old, span->start);
        }
    }

    /// A number in a field of another width.
    void carry(const Place& place, const Field& field, const Field& old, std::uint32_t at) {
        const double value = numberAt(document_.bytes, at, old.type.scalar());
        std::vector<std::byte> bytes;
        appendNumber(bytes, value, field.type.scalar());
        if (tooLarge_.empty() && numberAt(Bytes(bytes), 0, field.type.scalar()) != value) {
            walk_.ancestors(place.start, [this](const Place& one, const std::string& path) {
                if (one.kind == Place::Kind::Struct) tooLarge_ = path;
            });
            tooLarge_ += "." + std::string(field.name);
        }
        output_.put(bytes);
    }

    void lose(const Place& place, const Field& field, Span span) {
        FieldChange& change = differences_.of(field);
        ++change.elements;
        // By the bytes: what is no number is not the usual one.
        const Bytes stored = Bytes(document_.bytes).subspan(span.start, span.end - span.start);
        const std::vector<std::byte> usual = usualOf(field, place);
        const bool isUsual = std::equal(stored.begin(), stored.end(), usual.begin(), usual.end());
        if (!isUsual && !FieldName(Meaning::Leftover)(field)) ++change.unusual;
    }

    /// Keys that get a time have that of their keyframe.
    [[nodiscard]] std::vector<std::byte> usualOf(const Field& field, const Place& element) const {
        if (FieldName(Meaning::KeyTime)(field) && element.index < times_.size()) return bytesOf(times_[element.index]);
        std::vector<std::byte> bytes;
        appendUsual(bytes, to_, field);
        return bytes;
    }

    void readTimes(const Place& animation) {
        times_.clear();
        fields_.each(animation, Meaning::Keyframes, [this](const Place& key) {
            times_.push_back(fields_.number<std::uint32_t>(key, Meaning::KeyTime));
        });
    }

    const Document& document_;
    const Walk walk_;
    const FieldReader fields_;
    const Dialect& to_;
    Differences differences_;
    std::array<bool, schema::kStructCount> isChanged_{};
    Context counts_;
    Output output_;
    /// Of sections, as the file has them, in the order in which they are written.
    std::vector<std::uint32_t> offsets_;
    /// Of the keyframes of the present animation.
    std::vector<std::uint32_t> times_;
    std::string tooLarge_;
};

}  // namespace

bool hasSameLayout(const Dialect& one, const Dialect& other) {
    const auto structs = one.version().tables.structs;
    return std::all_of(structs.begin(), structs.end(), [&](const schema::Struct& holder) {
        return std::all_of(holder.fields.begin(), holder.fields.end(),
                           [&](const Field& field) { return one.has(field) == other.has(field); });
    });
}

Relayout relayout(const Document& document, const Dialect& to) {
    return Rewriting(document, to).run();
}

}  // namespace abc
