#include "reader.h"

#include <algorithm>

namespace abc {

using schema::Field;
using schema::Repeat;
using schema::Scalar;
using schema::Struct;
using schema::Type;
using schema::Var;

namespace {

bool isInteger(Type type) {
    return type.isScalar() && type.scalar() < Scalar::F32;
}

}  // namespace

void Context::set(Var var, std::uint32_t value) {
    values[static_cast<std::size_t>(var)] = value;
    if (var == Var::DeformationVertexCount) deformation.push_back(value);
}

Dims Reader::dims(const Struct& type, std::uint32_t index) const {
    Dims dims;
    for (const Field& field : type.fields) {
        if (field.repeat == Repeat::Per) dims.outer = context_.get(field.var);
        if (field.type == Type(schema::Id::DeformationFrame6)) dims.inner = context_.deformation[index];
    }
    return dims;
}

bool Reader::fail(Fault::Kind kind, std::string_view field, std::uint32_t offset, std::uint64_t wanted) {
    fault_ = Fault{kind, offset, wanted, limit_ - offset, path_};
    if (!field.empty()) fault_->path.append(".").append(field);
    return false;
}

std::uint32_t Reader::section(SectionSpan span, schema::Id id, std::uint32_t ordinal, std::string name) {
    fault_.reset();
    path_ = std::move(name);
    position_ = span.start;
    limit_ = span.limit;
    cut_ = span.cut;

    Record head;
    head.start = span.start;
    head.end = span.limit;
    head.first = ordinal;
    head.type = id;
    const std::uint32_t self = records_.add(head);
    fields(schema::describe(id), self);

    if (position_ < span.limit) {
        Record rest;
        rest.start = position_;
        rest.end = span.limit;
        rest.parent = self;
        rest.count = span.limit - position_;
        rest.state = fault_ ? State::Unparsed : dialect_.describesData(id) ? State::Unreferenced : State::Opaque;
        records_.add(rest);
    }
    return self;
}

bool Reader::fields(const Struct& type, std::uint32_t self) {
    Counters counters{};
    for (std::uint16_t i = 0; i < type.fields.size(); ++i) {
        const Field& field = type.fields[i];
        if (!dialect_.has(field)) continue;
        if (!(field.isRuntimeArray() ? array(field, i, counters, self) : plainField(field, counters[field.slot])))
            return false;
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
        if (field.setsVar != Var::None) context_.set(field.setsVar, value);
    }
    position_ += static_cast<std::uint32_t>(size);
    return true;
}

bool Reader::array(const Field& field, std::uint16_t index, const Counters& counters, std::uint32_t self) {
    std::uint64_t count = 0;
    if (field.repeat == Repeat::Counted) count = std::uint64_t{counters[field.counter]} + field.count;
    if (field.repeat == Repeat::Per) count = context_.get(field.var);
    // A header that says "no nodes" is believed: there is no first node whose children could be read.
    const bool tree =
        field.repeat == Repeat::Tree && !(dialect_.version().family == Family::V9 && context_.get(Var::NodeCount) == 0);
    if (count == 0 && !tree) return true;

    Record like;
    like.start = position_;
    like.parent = self;
    like.field = index;
    like.type = field.type;

    const std::size_t outer = path_.size();
    path_.append(1, '.').append(field.name);
    bool complete = false;
    const bool isFixed = field.type.isScalar() || dialect_.shape(field.type.id()) == Dialect::Shape::Fixed;
    // A file that is cut off keeps the elements that are there. In a whole one, a count that does not
    // fit is wrong, and what follows it would be read as garbage.
    const std::uint64_t least = isFixed ? dialect_.elementSize(field.type, {}) : dialect_.minimumSize(field.type.id());
    if (!cut_ && count * least > left()) {
        complete = fail(Fault::Kind::CountTooLarge, {}, position_, count * least);
    } else {
        const auto wanted = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, kNone));
        complete = isFixed ? fixedElements(like, least, wanted) : variableElements(like, wanted, tree);
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
        records_.add(run);
        position_ = run.end;
    }
    if (fitting == count) return true;
    path_.append("[" + std::to_string(fitting) + "]");
    return fail(Fault::Kind::Truncated, {}, position_, size);
}

bool Reader::variableElements(const Record& like, std::uint32_t count, bool tree) {
    const schema::Id id = like.type.id();
    const bool container = dialect_.shape(id) == Dialect::Shape::Container;
    const std::uint32_t self = records_.size();
    records_.add(like);
    Record run = like;
    run.parent = self;
    run.count = 0;

    if (tree) context_.deformation.clear();
    std::uint32_t done = 0;
    std::uint32_t before = position_;
    std::uint64_t open = 1;
    bool complete = true;
    while (tree ? open > 0 : done < count) {
        before = position_;
        complete = container ? containerElement(run, done) : inlineElement(run, done);
        if (!complete || position_ == before) break;  // empty elements (no keyframes, so no transforms) say nothing
        ++done;
        if (!tree) continue;
        open += std::uint64_t{context_.get(Var::ChildCount)} - 1;
        // Every child needs bytes, so an impossible count is found here and not after a walk through garbage.
        const std::uint64_t needed = open * dialect_.minimumSize(id);
        if (!cut_ && needed > left()) {
            path_.append("[" + std::to_string(done - 1) + "]");
            complete = fail(Fault::Kind::TreeOpen, {}, position_, needed);
            break;
        }
    }
    if (run.count > 0) records_.add(run);
    if (tree && complete) context_.set(Var::NodeCount, done);

    const bool partial = container && !complete && position_ > before;
    Record group = like;
    group.end = position_;
    group.count = done + (partial ? 1 : 0);
    group.group = true;
    if (group.count == 0) {
        records_.truncate(self);
    } else if (run.count == group.count) {
        // All elements alike: the array is one record.
        run.parent = like.parent;
        records_.set(self, run);
        records_.truncate(self + 1);
    } else {
        records_.set(self, group);
    }
    return complete;
}

bool Reader::inlineElement(Record& run, std::uint32_t index) {
    const schema::Struct& type = schema::describe(run.type.id());
    const Dims dimensions = dims(type, index);
    const auto size = measure(type, dimensions, index);
    if (!size || *size == 0) return size.has_value();
    if (run.count == 0 || *size != run.stride() || dimensions != run.dims) {
        if (run.count > 0) records_.add(run);
        run.start = position_;
        run.first = index;
        run.count = 0;
        run.dims = dimensions;
    }
    ++run.count;
    position_ += *size;
    run.end = position_;
    return true;
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
    const bool complete = fields(schema::describe(like.type.id()), self);
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

std::optional<std::uint32_t> Reader::measure(const Struct& type, Dims dimensions, std::uint32_t index) {
    Counters counters{};
    std::uint64_t size = 0;
    const auto failed = [&](const Field& field, std::uint64_t wanted) {
        path_.append("[" + std::to_string(index) + "]");
        fail(Fault::Kind::Truncated, field.name, position_ + static_cast<std::uint32_t>(size), wanted);
        return std::nullopt;
    };
    for (const Field& field : type.fields) {
        if (!dialect_.has(field)) continue;
        const std::uint64_t rest = left() - size;
        std::uint64_t bytes = 0;
        if (field.repeat == Repeat::Counted) {
            bytes =
                (std::uint64_t{counters[field.counter]} + field.count) * dialect_.elementSize(field.type, dimensions);
        } else if (field.repeat == Repeat::Per) {
            bytes = dimOf(field.var, dimensions) * dialect_.elementSize(field.type, dimensions);
        } else if (field.type == Type(Scalar::String)) {
            if (rest < 2) return failed(field, 2);
            bytes = 2U + load<std::uint16_t>(bytes_, position_ + static_cast<std::uint32_t>(size));
        } else {
            bytes = inlineSize(dialect_, field);
        }
        if (rest < bytes) return failed(field, bytes);
        if (isInteger(field.type) && field.repeat == Repeat::One) {
            const std::uint32_t value = loadUnsigned(bytes_, position_ + static_cast<std::uint32_t>(size),
                                                     schema::scalarSize(field.type.scalar()));
            counters[field.slot] = value;
            if (field.setsVar != Var::None) context_.set(field.setsVar, value);
        }
        size += bytes;
    }
    return static_cast<std::uint32_t>(size);
}

}  // namespace abc
