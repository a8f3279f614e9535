// The making of changes: what all formats have in common. A format derives from it and adds what follows from a change.
#pragma once

#include <map>
#include <span>
#include <tuple>

#include "document.h"
#include "edit_element.h"
#include "edit_lists.h"
#include "splices.h"

namespace core {

/// A list of the file, and the element in it that an operation names; after the last one, where a new one goes.
struct ListAt {
    std::string path;
    Place parent;
    /// As the file that was read last has it, also when it is empty.
    Place array;
    std::uint32_t index = 0;
    /// NewElements that it has now, with the changes that are collected.
    std::uint32_t size = 0;
};

/// What happens to one list.
struct ListEdit {
    ListAt list;
    Shift shift;
    /// The new elements of an insertion that copies none.
    NewElements made;
};

/// What a change of a list comes to.
struct ListPlan {
    /// That of the list itself first.
    std::vector<ListEdit> edits;
    /// More than elements and counter changes: only changes of lists with the same field are made together with it.
    bool hasConsequences = false;
    /// The file is read again before and after it.
    bool isAlone = false;
};

/// How many elements an index chooses from, and what they are called: one, and several.
struct IndexLimit {
    std::uint32_t count = 0;
    std::string_view one, several;
};

/// Makes operations one after the other. The bytes of a change are collected as long as the paths of the next one mean
/// the same, and changes of lists as long as it is known what they mean; what else changes the shape of the file is
/// read again. What comes out is the same as if the file was read again after each operation.
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
    [[nodiscard]] virtual std::string textWarning(const schema::Field& /*field*/, std::string_view /*text*/) const {
        return {};
    }
    /// Below which number the index that a field is must be; nothing when there is no telling.
    /// @param within the path of the new element that has it, empty when it is in the file
    [[nodiscard]] virtual std::optional<IndexLimit> limitOfIndex(const schema::Field& /*field*/,
                                                                 const std::string& /*path*/,
                                                                 const std::string& /*within*/) {
        return std::nullopt;
    }
    /// Numbers of elements by which other parts of the present file are read.
    [[nodiscard]] virtual std::vector<std::uint32_t> countsForOthers() { return {}; }
    /// The bytes of a part of a text when it has a value; nothing (refused) when it cannot have that.
    [[nodiscard]] virtual std::optional<std::vector<std::byte>> spelt(const Place& leaf, const std::string& path,
                                                                      const EditValue& value);
    /// Changes which elements a list of a text has. The file is settled.
    [[nodiscard]] virtual bool changeElements(const Operation& operation);
    /// What goes with a leaf that gets these bytes: adds it to the splices.
    virtual void setWith(const Place& /*leaf*/, const std::string& /*path*/, Bytes /*bytes*/) {}
    /// Converts the file to another version.
    [[nodiscard]] virtual bool convert(const Operation& operation);
    /// What an operation that only the format knows comes to in a file that is settled.
    [[nodiscard]] virtual Meant meantBy(const Document& state, const Operation& operation) const;
    /// NewElements in a row that belong to one and go with it, itself included: the nodes below a node.
    [[nodiscard]] virtual std::uint32_t extentOf(const ListAt& /*list*/) { return 1; }
    /// What a change of a list comes to. Nothing: it is refused, or has to wait until what is collected is made.
    [[nodiscard]] virtual std::optional<ListPlan> planOf(const ListAt& list, const Shift& shift,
                                                         const Operation& operation);
    /// Such a change was collected.
    virtual void collected(const ListAt& /*list*/, const Shift& /*shift*/) {}
    /// The changes of lists that were collected are made: adds what else follows from them to the splices.
    virtual void beforeMade() {}
    /// They are made and the file was read again: overwrites what follows from that.
    virtual void afterMade() {}
    /// Of changes that are made together, of texts or of lists: called before the first and after the last.
    virtual void beforeCounted(const Document& /*state*/) {}
    virtual void afterCounted() {}

    /// The file as paths mean it now. Texts that were collected have their old lengths.
    [[nodiscard]] const Document& present();
    /// The file that was read last: `present`, unless changes of lists are collected.
    [[nodiscard]] const Document& current() const { return *document_; }
    /// Another number whenever the file has been read again.
    [[nodiscard]] std::uint32_t generation() const { return generation_; }
    /// The file as the operations before left it: what was collected is made first.
    [[nodiscard]] const Document& settled();
    /// Refuses all operations. Returns false.
    bool refuse(std::string reason, bool canForce = false);
    /// The same because there is nothing at a path. Says up to where there is.
    bool refuseMissing(std::string_view path);

    /// The list and the index that a path ends with; nothing (refused) when there is none.
    [[nodiscard]] std::optional<ListAt> listAt(const std::string& path);
    /// A list of the file that was read last, with the changes that are collected.
    [[nodiscard]] ListAt listOf(const Place& parent, const Place& array) const;
    /// The bytes that an element of a list has now.
    [[nodiscard]] Bytes elementOf(const ListAt& list, std::uint32_t index) const;
    /// A list for which changes were collected, null without any.
    [[nodiscard]] const ChangedList* changesOf(const ListAt& list) const;
    /// Whether any are.
    [[nodiscard]] bool isCollecting() const { return !collected_.empty(); }
    /// Calls `visit(list, changes)` for each list for which changes were collected.
    void eachChanged(FunctionRef<void(const ListAt&, const ChangedList&)> visit) const;
    /// The new elements of an insertion, none of another change; nothing when one is refused.
    [[nodiscard]] std::optional<NewElements> newElements(const ListAt& list, const Shift& shift,
                                                         std::span<const EditValue> values, Context context);
    /// Bytes of elements [index, index + count) of an array.
    [[nodiscard]] Bytes bytesOf(const Place& array, std::uint32_t index, std::uint32_t count) const;
    /// Where an element of an array begins; after the last one, where it ends.
    [[nodiscard]] std::uint32_t startOf(const Place& array, std::uint32_t index) const;
    /// The struct that has a field.
    [[nodiscard]] const schema::Struct& holderOf(const schema::Field& field) const;

    /// Overwrites a number in `size` bytes of a file that was read again, on which the reading does not depend.
    void overwrite(std::uint32_t at, std::uint32_t size, std::uint32_t value);
    /// Whether the file can have so many bytes more; refused when not.
    [[nodiscard]] bool hasRoom(std::uint64_t more = 0);

    /// Sets the value of a place of the present document, and of what is below it.
    [[nodiscard]] bool set(const Place& place, const std::string& path, const EditValue& value);

    Splices splices_;
    std::vector<ListChange> lists_;
    /// Index of the operation that is being made.
    std::size_t operation_ = 0;
    /// The next operation needs the file to be read again.
    bool isStale_ = false;
    /// Whether what is refused by default is done.
    bool force_ = false;

private:
    /// False: something was refused, or what was collected is misread.
    [[nodiscard]] bool makeAll(std::span<const Operation> operations);
    [[nodiscard]] bool make(const Operation& operation);
    /// Makes what an operation comes to.
    [[nodiscard]] bool makeMeant(const Operation& operation);
    [[nodiscard]] bool isConsistent();
    /// The place at a path of the present file, also that of an empty list.
    [[nodiscard]] std::optional<Place> placeAt(std::string_view path);
    [[nodiscard]] bool setAt(const std::string& path, const EditValue& value);
    [[nodiscard]] bool replaceBytes(const Operation& operation);
    [[nodiscard]] std::optional<Place> placeOfValues(const std::string& path, Bytes bytes) const;
    [[nodiscard]] bool setBytes(const std::string& path, const EditValue::Bytes& bytes);
    [[nodiscard]] bool setListBytes(const Place& array, const std::string& path, const EditValue::Bytes& bytes);
    void setWithBytes(const Place& place, const std::string& path, Bytes bytes);
    bool refuseBytes(const std::string& path, std::size_t size);
    /// Whether there is what a value names; refused when not.
    [[nodiscard]] bool namesSomething(const Place& leaf, const std::string& path, const EditValue& value);
    [[nodiscard]] bool isInRange(const schema::Field& field, const std::string& path, double number,
                                 const std::string& within);
    [[nodiscard]] bool setLeaf(const Place& leaf, const std::string& path, const EditValue& value);
    [[nodiscard]] bool setList(const Place& array, const std::string& path, const EditValue::List& values);
    /// The bytes of a number or text; nothing (refused) when the field cannot have this value.
    [[nodiscard]] std::optional<std::vector<std::byte>> encode(const LeafAt& leaf, const EditValue& value);
    [[nodiscard]] bool changeLists(const Operation& operation);
    /// Whether bytes that no field describes, or that could not be read, are removed.
    [[nodiscard]] bool removeUnread(const Operation& operation);
    /// What an operation does to a list; nothing (refused) when it has no such elements.
    [[nodiscard]] std::optional<Shift> shiftOf(const ListAt& list, const Operation& operation);
    /// The bytes of the counter of a list; nothing (refused) when it cannot hold the number.
    [[nodiscard]] std::optional<std::vector<std::byte>> counterOf(const ListAt& list, std::uint32_t size);

    // editor_collect.cpp
    /// By the start of the struct that has it, the last one first, then by the index of that struct, as several can
    /// have no bytes, then by its field.
    using ListKey = std::tuple<std::uint32_t, std::uint32_t, const schema::Field*>;
    struct Collected {
        ListAt list;
        /// As the last operation found it; empty: it runs parallel to another one.
        std::string path;
        ChangedList elements;
    };
    static ListKey keyOf(const Place& parent, const Place& array) { return {~parent.start, parent.index, array.field}; }
    /// The list that a path means now, as the file has it that was read last.
    [[nodiscard]] std::optional<ListAt> collectedAt(std::string_view path) const;
    /// Whether a list in an element of this one was changed.
    [[nodiscard]] bool holdsCollected(const Place& array) const;
    /// Whether a change can be made together with those that are collected.
    [[nodiscard]] bool goesWithCollected(const ListPlan& plan) const;
    /// Whether counters can hold what they have to count then, and the file does not become too large; refused when
    /// not.
    [[nodiscard]] bool hasRoomFor(const ListPlan& plan);
    /// Collects a change of a list. False: it is refused, or has to wait until what is collected is made.
    [[nodiscard]] bool collect(const Operation& operation, const ListAt& list);
    /// Adds what was collected to the splices.
    void makeCollected();
    /// Refuses when the file does not read as what was collected: bytes that are given may be anything.
    void checkCollected();

    /// Makes the splices, without reading the file again.
    /// @param always also when there are none, so that bytes can be overwritten
    void apply(bool always = false);
    [[nodiscard]] bool isShape(const Place& leaf) const;
    /// Whether the file is a text, whose elements are what stands in it.
    [[nodiscard]] bool isText() const { return document_->dialect.version().tables.text != nullptr; }

    const Document* document_;
    /// Those of `document_`, unless it is stale.
    Bytes bytes_;
    std::vector<std::byte> own_;
    std::optional<Document> read_;
    SpliceSum sum_;
    std::optional<EditRefusal> refusal_;
    bool hasTexts_ = false;
    std::uint32_t generation_ = 0;
    /// Changes of lists of `document_`, which is not stale then, and has no splices.
    std::map<ListKey, Collected> collected_;
    /// Field of the lists whose changes have consequences; null: they have none.
    const schema::Field* collectedField_ = nullptr;
    /// So many bytes can have come at most.
    std::uint64_t collectedBytes_ = 0;
    /// Faults of the file before.
    std::size_t faultsBefore_ = 0;
};

}  // namespace core
