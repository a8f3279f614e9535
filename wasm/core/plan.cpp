#include "plan.h"

#include <algorithm>
#include <cassert>

namespace core {

using schema::Field;
using schema::Repeat;
using schema::Scalar;
using schema::Type;
using schema::Var;

Plan::Plan(const Dialect& dialect, schema::StructId id, Dims dims) {
    const auto fields = dialect.describe(id).fields;
    for (const Field& field : fields) {
        if (!dialect.has(field) || isAbsent(field, dims)) continue;
        // Directories of archives have such elements, which are few and measured field by field.
        assert(!field.isConditional() && field.type != Type(Scalar::CString));
        Step step;
        step.slot = field.slot;
        step.sets = field.setsVar;
        const bool counts = std::any_of(fields.begin(), fields.end(), [&](const Field& array) {
            return array.repeat == Repeat::Counted && array.counter == field.slot;
        });
        if (field.repeat == Repeat::Counted) {
            step.kind = Step::Kind::Elements;
            step.slot = field.counter;
            step.plus = field.count;
            assert(!field.isWithoutFirst && field.varMask == 0);
            step.size = dialect.elementSize(field.type, dims);
        } else if (field.repeat == Repeat::Per) {
            step.size = field.countFor(dimOf(field.var, dims)) * dialect.elementSize(field.type, dims);
        } else if (field.type == Type(Scalar::String)) {
            step.kind = Step::Kind::String;
        } else {
            step.kind = counts || field.setsVar != Var() ? Step::Kind::Count : Step::Kind::Skip;
            step.size = inlineSize(dialect, field);
        }
        add(step);
    }
}

void Plan::add(Step step) {
    const bool joins = count_ > 0 && step.kind == Step::Kind::Skip && steps_[count_ - 1].kind == Step::Kind::Skip;
    if (joins) {
        steps_[count_ - 1].size += step.size;
    } else {
        steps_[count_++] = step;
    }
}

}  // namespace core
