import { Extension } from '@tiptap/core';
import type { Node as DocumentNode, ResolvedPos } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** Whether a block is one thing to its author: a picture, a table, a player, a card. */
export const isObject = ({ type, isAtom }: DocumentNode): boolean =>
  type.isInGroup('block') && (isAtom || type.spec.isolating === true);

const isNote = ({ attrs }: DocumentNode): boolean => typeof attrs.key === 'string';
const isCell = ({ type }: DocumentNode): boolean => /cell/.test(String(type.spec.tableRole ?? ''));

/**
 * Selects a picture or player by a click, and lets Delete and Backspace remove what is selected only. At the edge of a
 * text they select the object beside it, stop at the notes of footnotes, and never leave it to the browser to join
 * blocks, which would change the schema's parts into copies of each other.
 */
export const BlockKeys = Extension.create({
  name: 'blockKeys',
  priority: 1000,
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        props: {
          handleKeyDown: (view, event) => {
            const direction = { Backspace: -1, Delete: 1 }[event.key] as -1 | 1 | undefined;
            if (direction === undefined) return false;
            // A key that is held down stops at an object.
            if (event.repeat && view.state.selection instanceof NodeSelection) return true;
            if (direction < 0 && editor.commands.undoInputRule()) return true;
            const tr = removeSelected(view.state);
            if (tr) view.dispatch(tr);
            return tr !== null || removeAtEdge(view.state, direction, view.dispatch);
          },
          handleTextInput: (view, _from, _to, text) => {
            const tr = removeSelected(view.state);
            if (tr) view.dispatch(tr.insertText(text));
            return tr !== null;
          },
          handleDOMEvents: {
            keydown: readSelection,
            click: selectClicked,
            beforeinput: keepBlocksApart,
          },
        },
      }),
    ];
  },
});

/**
 * Tells the editor where the browser's caret is before it handles a key. A busy page gets the next key before the event
 * about the caret that the key before has moved, and would delete what was selected then.
 */
function readSelection(view: EditorView): boolean {
  if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
  return false;
}

/**
 * Handles a key that deletes at the start (−1) or end (1) of a text.
 * @returns false if the default may join the text with the one beside it
 */
function removeAtEdge(
  { selection, tr }: Pick<EditorState, 'selection' | 'tr'>,
  direction: -1 | 1,
  dispatch: (tr: Transaction) => void,
): boolean {
  if (!(selection instanceof TextSelection) || !selection.empty) return false;
  const { $from } = selection;
  const { parent } = $from;
  if ($from.parentOffset !== (direction < 0 ? 0 : parent.content.size)) return false;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (isObject(node)) return select($from.before(depth));
    if (isCell(node) || isNote(node)) return true;
    // The default takes an item out of its list.
    if (direction < 0 && node.type.name === 'listItem') return false;
    const sibling = $from.node(depth - 1).maybeChild($from.index(depth - 1) + direction);
    if (!sibling) continue;
    const pos = direction < 0 ? $from.before(depth) - sibling.nodeSize : $from.after(depth);
    return meet(sibling, pos);
  }
  return false;

  /** Handles the block beside the text, of which the nearest part counts. */
  function meet(block: DocumentNode, pos: number): boolean {
    if (isObject(block)) return select(pos);
    if (isNote(block)) return true;
    if (block.isTextblock) return direction < 0 ? wouldLose(block, parent) : wouldLose(parent, block);
    const child = direction < 0 ? block.lastChild : block.firstChild;
    if (!child) return false;
    return meet(child, direction < 0 ? pos + block.nodeSize - 1 - child.nodeSize : pos + 1);
  }

  /** Selects an object; the empty paragraph of the cursor goes. */
  function select(pos: number): boolean {
    const isBlank =
      parent.type.name === 'paragraph' && parent.content.size === 0 && $from.node(-1).childCount > 1;
    if (isBlank) tr.delete($from.before(), $from.after());
    const at = tr.mapping.map(pos);
    if (tr.doc.nodeAt(at) && NodeSelection.isSelectable(tr.doc.nodeAt(at) as DocumentNode))
      tr.setSelection(NodeSelection.create(tr.doc, at));
    dispatch(tr.scrollIntoView());
    return true;
  }
}

/** Whether a text that joins the one before would lose something, such as a formula in code. */
const wouldLose = ({ type: { contentMatch } }: DocumentNode, joining: DocumentNode): boolean =>
  joining.content.content.some(
    ({ type }) => !type.isText && !type.spec.linebreakReplacement && contentMatch.matchType(type) === null,
  );

/**
 * Removes a selection that ends in the caption of a picture or in a cell: the words that are selected there, not the
 * picture or cell. Returns null for any other selection, which the default removes.
 */
export function removeSelected({
  selection,
  doc,
  tr,
}: Pick<EditorState, 'selection' | 'doc' | 'tr'>): Transaction | null {
  const { $from, $to, from, to } = selection;
  if (!(selection instanceof TextSelection) || selection.empty) return null;
  // The default removes a picture with the last word of its caption.
  const isWithin = $from.sameParent($to) && isObject($from.parent);
  if (!isWithin && !isCut($from, $to) && !isCut($to, $from)) return null;
  const ranges: { start: number; end: number }[] = [];
  doc.nodesBetween(from, to, (node, pos, parent) => {
    const end = pos + node.nodeSize;
    const isPart = parent === null || isObject(parent) || parent.type.spec.tableRole === 'row';
    const isWhole = pos >= from && end <= to && !isPart;
    if (isWhole) ranges.push({ start: pos, end });
    else if (node.isTextblock) ranges.push({ start: Math.max(from, pos + 1), end: Math.min(to, end - 1) });
    return !isWhole && !node.isTextblock;
  });
  for (const { start, end } of ranges.reverse()) tr.delete(start, end);
  // Tiptap takes a picture without a caption for an empty document, and clears it.
  tr.setMeta('preventClearDocument', true);
  return tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(from)))).scrollIntoView();
}

/** Whether one end of a selection is in an object or cell that the other is not in. */
function isCut($end: ResolvedPos, $other: ResolvedPos): boolean {
  for (let depth = $end.depth; depth > $end.sharedDepth($other.pos); depth -= 1)
    if (isObject($end.node(depth)) || isCell($end.node(depth))) return true;
  return false;
}

/** Selects the picture or player that was clicked beside its caption. */
function selectClicked(view: EditorView, event: MouseEvent): boolean {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  // The link of a card would leave the page; that of a player opens its own.
  if (!target.closest('a[target]')) event.preventDefault();
  if (event.shiftKey || !target.matches('figure img, .embed__box, .embed__box *')) return false;
  const $pos = view.state.doc.resolve(view.posAtDOM(target, 0));
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    if (!/^(?:figure|embed)$/.test($pos.node(depth).type.name)) continue;
    const selection = NodeSelection.create(view.state.doc, $pos.before(depth));
    view.dispatch(view.state.tr.setSelection(selection));
    return false;
  }
  return false;
}

/** Handles a deletion across blocks that the browser begins where its caret is, before the editor knows of it. */
function keepBlocksApart(view: EditorView, event: InputEvent): boolean {
  const direction = /^delete.*Backward$/.test(event.inputType)
    ? -1
    : /^delete.*Forward$/.test(event.inputType)
      ? 1
      : 0;
  const [range] = direction === 0 ? [] : event.getTargetRanges();
  if (direction === 0 || !range || view.composing) return false;
  const { doc } = view.state;
  const $from = doc.resolve(view.posAtDOM(range.startContainer, range.startOffset));
  const $to = doc.resolve(view.posAtDOM(range.endContainer, range.endOffset));
  if ($from.sameParent($to) && $from.parent.isTextblock) return false;
  event.preventDefault();
  const selection = TextSelection.near(direction < 0 ? $to : $from, direction < 0 ? 1 : -1);
  view.dispatch(view.state.tr.setSelection(selection));
  view.someProp('handleKeyDown', (handle) =>
    handle(view, new KeyboardEvent('keydown', { key: direction < 0 ? 'Backspace' : 'Delete' })),
  );
  return true;
}
