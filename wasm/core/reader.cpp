#include "reader.h"

#include <algorithm>
#include <cassert>

#include "fields.h"
#include "plan.h"

namespace core {

using schema::Field;
using schema::Repeat;
using schema::Scalar;
using schema::Struct;
using schema::Type;
using schema::Var;

namespace {

/// Whether elements of a type are as many as Dims::inner says.
bool usesInnerDim(const Dialect& dialect, Type type) {
    if (type.isScalar()) return false;
    const auto fields = dialect.describe(type.id()).fields;
    return std::any_of(fields.begin(), fields.end(),
                       [](const Field& field) { return field.var.scope() == schema::Scope::Each; });
}

/// Elements of an array one after the other: those of one size and of the same lengths in a row are one record.
class Runs {
public:
    Runs(Records& records, const Record& array, Dims dims)
        : records_(records), parent_(array.parent), self_(records.add(array)), run_(array) {
        run_.parent = self_;
        run_.count = 0;
        run_.dims = dims;
    }

    [[nodiscard]] std::uint32_t count() const { return done_; }
    /// Of the last element.
    [[nodiscard]] std::uint32_t stride() const { return stride_; }
    [[nodiscard]] Dims dims() const { return run_.dims; }

    void add(std::uint32_t start, std::uint32_t size, Dims dims) {
        if (size != stride_ || dims != run_.dims) {
            if (run_.count > 0) records_.add(run_);
            run_.start = start;
            run_.first = done_;
            run_.count = 0;
            run_.dims = dims;
            stride_ = size;
        }
        run_.end = start + size;
        ++run_.count;
        ++done_;
    }
    /// The record of the array where it is a group of runs now. Nothing: all elements are alike, and it is one record.
    [[nodiscard]] std::optional<std::uint32_t> close() {
        if (run_.count > 0 && run_.count == done_) {
            run_.parent = parent_;
            records_.set(self_, run_);
            return std::nullopt;
        }
        if (run_.count > 0) records_.add(run_);
        return self_;
    }

private:
    Records& records_;
    const std::uint32_t parent_;
    const std::uint32_t self_;
    Record run_;
    std::uint32_t stride_ = 0;
    std::uint32_t done_ = 0;
};

/// A bounds-checked cursor over one section.
class Reader {
public:
    Reader(Bytes bytes, const Dialect& dialect, Context context, Records& records, SectionSpan span, std::string name)
        : bytes_(bytes),
          dialect_(dialect),
          context_(std::move(context)),
          records_(records),
          path_(std::move(name)),
          position_(span.start),
          limit_(span.limit),
          cut_(span.cut),
          open_(span.open) {
        assert(span.start <= span.limit && span.limit <= bytes.size());
    }

    SectionResult section(schema::StructId id, std::uint32_t ordinal);

private:
    using Counters = std::array<std::uint32_t, schema::kMaxFields>;

    [[nodiscard]] std::uint32_t left() const { return limit_ - position_; }
    bool fields(const schema::Struct& type, std::uint32_t self);
    bool plainField(const schema::Field& field, std::uint32_t& value);
    bool array(const schema::Field& field, std::uint16_t index, const Counters& counters, std::uint32_t self);
    bool fixedElements(const Record& like, std::uint64_t size, std::uint32_t count);
    /// @param tree null: a list of so many elements
    bool inlineElements(const Record& like, std::uint32_t count, const schema::Field* tree);
    bool containerElements(const Record& like, std::uint32_t count);
    bool containerElement(const Record& like, std::uint32_t index);
    void closeGroup(std::uint32_t self, std::uint32_t count);
    /// Records which field of the Dimensioned or Inline element at the cursor reaches over the end.
    bool failInside(const schema::Struct& type, Dims dimensions, std::uint32_t index);
    [[nodiscard]] Dims dims(const schema::Struct& type, std::uint32_t index) const;
    [[nodiscard]] std::uint32_t valueOf(Var var) const {
        const auto derive = dialect_.version().tables.derive;
        return derive != nullptr ? derive(var, context_.values) : context_.get(var);
    }
    bool fail(Fault::Kind kind, std::string_view field, std::uint32_t offset, std::uint64_t wanted);
    void set(Var var, std::uint32_t value) {
        if (var.scope() == schema::Scope::Each) {
            context_.eachVar = var;
            ofEach_.push_back(value);
        }
        context_.set(var, value);
    }

    Bytes bytes_;
    const Dialect& dialect_;
    Context context_;
    Records& records_;
    std::optional<Fault> fault_;
    std::string path_;
    /// Of the nodes that are being read.
    std::vector<std::uint32_t> ofEach_;
    std::uint32_t position_;
    std::uint32_t limit_;
    bool cut_;
    bool open_;
};

Dims Reader::dims(const Struct& type, std::uint32_t index) const {
    Dims dims;
    for (const Field& field : type.fields) {
        if (field.repeat == Repeat::Per) dims.outer = valueOf(field.var);
        if (usesInnerDim(dialect_, field.type)) {
            assert(context_.ofEach && index < context_.ofEach->size());
            dims.inner = (*context_.ofEach)[index];
        }
    }
    return dims;
}

bool Reader::fail(Fault::Kind kind, std::string_view field, std::uint32_t offset, std::uint64_t wanted) {
    fault_ = Fault{kind, offset, wanted, limit_ - offset, path_};
    if (!field.empty()) fault_->path.append(".").append(field);
    return false;
}

SectionResult Reader::section(schema::StructId id, std::uint32_t ordinal) {
    Record head;
    head.start = position_;
    head.end = limit_;
    head.first = ordinal;
    head.type = id;
    const std::uint32_t self = records_.add(head);
    fields(dialect_.describe(id), self);

    const Reached reached{position_, !fault_ && position_ == limit_};
    if (open_ && !fault_) {
        head.end = position_;
        records_.set(self, head);
    } else if (position_ < limit_) {
        const State known = dialect_.describesData(id) ? State::Unreferenced : State::Opaque;
        records_.add(byteRange(position_, limit_, fault_ ? State::Unparsed : known, self));
    }
    return {self, std::move(fault_), reached, std::move(context_)};
}

bool Reader::fields(const Struct& type, std::uint32_t self) {
    Counters counters{};
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const Field& field = type.fields[i];
        if (!dialect_.has(field) || !field.isMet(counters)) continue;
        const bool complete = field.isRuntimeArray() ? array(field, static_cast<std::uint16_t>(i), counters, self)
                                                     : plainField(field, counters[field.slot]);
        if (!complete) return false;
    }
    return true;
}

bool Reader::plainField(const Field& field, std::uint32_t& value) {
    std::uint64_t size = inlineSize(dialect_, field);
    if (field.type == Type(Scalar::String)) {
        if (left() < 2) return fail(Fault::Kind::Truncated, field.name, position_, 2);
        size = 2U + load<std::uint16_t>(bytes_, position_);
    }
    if (left() < size) return fail(Fault::Kind::Truncated, field.name, position_, size);
    if (isInteger(field.type)) {
        value = loadUnsigned(bytes_, position_, schema::scalarSize(field.type.scalar()));
        if (!schema::holds(field.knownValues, value))
            return fail(Fault::Kind::ValueUnknown, field.name, position_, size);
        if (field.setsVar != Var()) set(field.setsVar, value);
    }
    position_ += static_cast<std::uint32_t>(size);
    return true;
}

bool Reader::array(const Field& field, std::uint16_t index, const Counters& counters, std::uint32_t self) {
    std::uint64_t count = 0;
    if (field.repeat == Repeat::Counted) count = field.countFor(counters[field.counter]);
    if (field.repeat == Repeat::Per) count = field.countFor(valueOf(field.var));
    // A header that says "no nodes" is believed: there is no first node whose children could be read.
    const bool tree = field.repeat == Repeat::Tree && context_.get(field.var) != 0;
    if (count == 0 && !tree) return true;

    Record like;
    like.start = position_;
    like.parent = self;
    like.field = index;
    like.type = field.type;
    const bool isLaidOut = field.layout != Var();
    if (isLaidOut) like.dims.outer = valueOf(field.layout);
    // Elements of which nothing is there say nothing.
    if (isLaidOut && dialect_.elementSize(field.type, like.dims) == 0) return true;

    const std::size_t outer = path_.size();
    path_.append(1, '.').append(field.name);
    bool complete = false;
    const bool isFixed = isLaidOut || field.type.isScalar() || dialect_.shape(field.type.id()) == Dialect::Shape::Fixed;
    // A file that is cut off keeps the elements that are there. In a whole one, a count that does not
    // fit is wrong, and what follows it would be read as garbage.
    const std::uint64_t least =
        isFixed ? dialect_.elementSize(field.type, like.dims) : dialect_.minimumSize(field.type.id());
    if (!cut_ && count * least > left()) {
        complete = fail(Fault::Kind::CountTooLarge, {}, position_, count * least);
    } else {
        const auto wanted = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, kNone));
        if (isFixed) {
            complete = fixedElements(like, least, wanted);
        } else if (dialect_.shape(field.type.id()) == Dialect::Shape::Container) {
            complete = containerElements(like, wanted);
        } else {
            complete = inlineElements(like, wanted, tree ? &field : nullptr);
        }
    }
    path_.resize(outer);
    return complete;
}

bool Reader::fixedElements(const Record& like, std::uint64_t size, std::uint32_t count) {
    const auto fitting = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, left() / size));
    if (fitting > 0) {
        Record run = like;
        run.count = fitting;
        run.end = position_ + static_cast<std::uint32_t>(fitting * size);
        // Bytes of which only the number is known.
        if (like.type == Type(Scalar::Bytes)) run.state = State::Opaque;
        records_.add(run);
        position_ = run.end;
    }
    if (fitting == count) return true;
    path_.append("[" + std::to_string(fitting) + "]");
    return fail(Fault::Kind::Truncated, {}, position_, size);
}

bool Reader::inlineElements(const Record& like, std::uint32_t count, const Field* tree) {
    const schema::StructId id = like.type.id();
    const Struct& type = dialect_.describe(id);
    const bool dimensioned = dialect_.shape(id) == Dialect::Shape::Dimensioned;
    const Dims first = dims(type, 0);
    const Plan plan(dialect_, id, first);
    Runs runs(records_, like, first);
    Dims dimensions = first;
    const auto sizeOfNext = [&]() -> std::optional<std::uint32_t> {
        if (!dimensioned) {
            return plan.measure(bytes_, position_, limit_, [this](Var var, std::uint32_t value) { set(var, value); });
        }
        dimensions = dims(type, runs.count());
        const bool asBefore = runs.count() > 0 && dimensions == runs.dims();
        const std::uint64_t bytes = asBefore ? runs.stride() : dialect_.elementSize(like.type, dimensions);
        return bytes <= left() ? std::optional(static_cast<std::uint32_t>(bytes)) : std::nullopt;
    };

    ofEach_.clear();
    std::uint64_t open = 1;
    bool complete = true;
    while (complete && (tree != nullptr ? open > 0 : runs.count() < count)) {
        const auto size = sizeOfNext();
        if (!size) {
            complete = failInside(type, dimensions, runs.count());
            break;
        }
        if (*size == 0) break;  // empty elements (no keyframes, so no transforms) say nothing
        runs.add(position_, *size, dimensions);
        position_ += *size;
        if (tree == nullptr) continue;
        open += std::uint64_t{context_.get(tree->childVar)} - 1;
        // Every child needs bytes, so an impossible count is found here and not after a walk through garbage.
        const std::uint64_t needed = open * dialect_.minimumSize(id);
        if (cut_ || needed <= left()) continue;
        path_.append("[" + std::to_string(runs.count() - 1) + "]");
        complete = fail(Fault::Kind::TreeOpen, {}, position_, needed);
    }
    if (tree != nullptr) {
        context_.ofEach = std::make_shared<const std::vector<std::uint32_t>>(std::move(ofEach_));
        if (complete) context_.set(tree->var, runs.count());
    }
    if (const auto group = runs.close()) closeGroup(*group, runs.count());
    return complete;
}

bool Reader::containerElements(const Record& like, std::uint32_t count) {
    const std::uint32_t self = records_.add(like);
    Record element = like;
    element.parent = self;
    std::uint32_t done = 0;
    bool complete = true;
    while (complete && done < count) {
        const std::uint32_t before = position_;
        complete = containerElement(element, done);
        if (position_ == before) break;
        // One that could not be read to its end is there all the same.
        ++done;
    }
    closeGroup(self, done);
    return complete;
}

/// Makes the record `self` the group of the elements after it, or takes it back when there are none.
void Reader::closeGroup(std::uint32_t self, std::uint32_t count) {
    if (count == 0) return records_.truncate(self);
    Record group = records_[self];
    group.end = position_;
    group.count = count;
    group.group = true;
    records_.set(self, group);
}

bool Reader::containerElement(const Record& like, std::uint32_t index) {
    const std::uint32_t self = records_.size();
    Record record = like;
    record.start = position_;
    record.first = index;
    record.count = 1;
    records_.add(record);

    const std::size_t outer = path_.size();
    path_.append("[" + std::to_string(index) + "]");
    const bool complete = fields(dialect_.describe(like.type.id()), self);
    path_.resize(outer);

    record.end = position_;
    const bool childless = records_.size() == self + 1;
    const Record before = records_[self - 1];
    if (record.end == record.start) {
        records_.truncate(self);
    } else if (complete && childless && before.parent == record.parent &&
               before.stride() == record.end - record.start) {
        // Containers with nothing in them (empty levels, empty lists) share a record like any equal elements.
        Record joined = before;
        joined.end = record.end;
        ++joined.count;
        records_.truncate(self);
        records_.set(self - 1, joined);
    } else {
        records_.set(self, record);
    }
    return complete;
}

bool Reader::failInside(const Struct& type, Dims dimensions, std::uint32_t index) {
    path_.append("[" + std::to_string(index) + "]");
    forEachField(dialect_, type.id, bytes_, position_, limit_, dimensions, [this](const FieldAt& at) {
        if (at.size <= limit_ - at.offset) return true;
        return fail(Fault::Kind::Truncated, at.field.name, static_cast<std::uint32_t>(at.offset), at.size);
    });
    return false;
}

}  // namespace

SectionResult readSection(Bytes bytes, const Dialect& dialect, const Context& context, Records& records,
                          SectionSpan span, schema::StructId id, std::uint32_t ordinal, std::string name) {
    return Reader(bytes, dialect, context, records, span, std::move(name)).section(id, ordinal);
}

}  // namespace core
