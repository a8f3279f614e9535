#include "import.h"

#include "draft_check.h"
#include "still.h"
#include "v9.h"

namespace importing {

Import::Import(Draft draft, const Options& options) : draft_(std::move(draft)), version_(options.version) {
    written_.refusal = refusalOf(draft_);
    if (!written_.refusal.empty()) return;
    if (options.addsStill) draft_.animations.push_back(stillOf(draft_));
    if (version_ == 6) v6_.emplace(std::move(draft_), options.v6);
}

bool Import::step() {
    if (!written_.refusal.empty()) return false;
    if (!v6_) {
        written_ = abc::compose(asV9(std::move(draft_), version_));
        return false;
    }
    if (v6_->step()) return true;
    if (v6_->refusal().empty()) {
        written_ = abc::compose(v6_->model());
    } else {
        written_.refusal = v6_->refusal();
    }
    return false;
}

double Import::done() const {
    return v6_ ? v6_->done() : 0;
}

}  // namespace importing
