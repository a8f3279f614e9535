// The making of changes: what all formats have in common. A format derives from it and adds what follows from a change.
#pragma once

#include <span>

#include "document.h"
#include "splices.h"

namespace core {

/// Makes operations one after the other. The bytes of a change are collected as long as the paths of the next one mean
/// the same; only what changes the shape of the file is read again.
class Editor {
public:
    /// The document must outlive it.
    explicit Editor(const Document& document) : document_(&document), bytes_(document.bytes) {}
    Editor(const Editor&) = delete;
    Editor& operator=(const Editor&) = delete;
    virtual ~Editor() = default;

    /// To be called once.
    [[nodiscard]] Edited run(std::span<const Operation> operations);

protected:
    /// Reads changed bytes, which stay where they are as long as the document.
    [[nodiscard]] virtual Document parse(Bytes bytes) const = 0;
    /// Adds what follows from the splices that were collected for the bytes of `state`: offsets of sections.
    virtual void follow(const Document& /*state*/, Splices& /*splices*/) const {}
    /// Whether the file means something else when this leaf has another value, beyond what the schema tells.
    [[nodiscard]] virtual bool decidesShape(const Place& /*leaf*/) const { return false; }
    /// Why a text is not to be written there although it fits; empty: it may.
    [[nodiscard]] virtual std::string textWarning(const Place& /*leaf*/, std::string_view /*text*/) const { return {}; }
    /// Operations that change lists, or are the format's own.
    [[nodiscard]] virtual bool change(const Operation& operation);

    /// The file as paths mean it now. Texts that were collected have their old lengths.
    [[nodiscard]] const Document& present();
    /// The file as the operations before left it: what was collected is made first.
    [[nodiscard]] const Document& settled();
    /// Refuses all operations. Returns false.
    bool refuse(std::string reason, bool canForce = false);
    /// The same because there is nothing at a path. Says up to where there is.
    bool refuseMissing(std::string_view path);

    /// Sets the value of a place of the present document, and of what is below it.
    [[nodiscard]] bool set(const Place& place, const std::string& path, const EditValue& value, bool force);
    /// The bytes of a leaf with a value; nothing (refused) when it cannot have it.
    [[nodiscard]] std::optional<std::vector<std::byte>> encode(const Place& leaf, const std::string& path,
                                                               const EditValue& value, bool force);

    Splices splices_;
    std::vector<ListChange> lists_;
    /// Index of the operation that is being made.
    std::size_t operation_ = 0;
    /// The next operation needs the file to be read again.
    bool isStale_ = false;

private:
    [[nodiscard]] bool make(const Operation& operation);
    [[nodiscard]] bool hasRoom();
    [[nodiscard]] bool setAt(const Operation& operation);
    [[nodiscard]] bool replaceBytes(const Operation& operation);
    [[nodiscard]] bool setBytes(const Place& place, const std::string& path, const EditValue::Bytes& bytes);
    [[nodiscard]] bool setLeaf(const Place& leaf, const std::string& path, const EditValue& value, bool force);
    /// Makes what was collected, without reading the file again.
    void apply();
    [[nodiscard]] bool isShape(const Place& leaf) const;

    const Document* document_;
    /// Those of `document_`, unless it is stale.
    Bytes bytes_;
    std::vector<std::byte> own_;
    std::optional<Document> read_;
    SpliceSum sum_;
    std::optional<EditRefusal> refusal_;
};

}  // namespace core
