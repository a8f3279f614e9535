// A callable passed down a call, without the copy of code that a template makes for each caller.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace core {

template <class Signature>
class FunctionRef;

/// Refers to a callable that outlives the call it is passed to.
template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
public:
    template <class Callable>
    requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef>)
        FunctionRef(Callable&& callable)  // NOLINT(bugprone-forwarding-reference-overload): constrained above
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): called as the type that it was
        : callable_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
          call_([](void* object, Arguments... arguments) -> Result {
              return (*static_cast<std::remove_reference_t<Callable>*>(object))(std::forward<Arguments>(arguments)...);
          }) {}

    Result operator()(Arguments... arguments) const { return call_(callable_, std::forward<Arguments>(arguments)...); }

private:
    void* callable_;
    Result (*call_)(void*, Arguments...);
};

}  // namespace core
