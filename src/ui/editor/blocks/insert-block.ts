import type { Editor, JSONContent } from '@tiptap/core';
import type { Node as DocumentNode, NodeType, ResolvedPos } from '@tiptap/pm/model';
import { NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';

/**
 * Inserts words, a part of a text or a block at the cursor. What is selected stays and the insertion comes after it; what
 * is typed next replaces neither.
 */
export function insertAtCursor(editor: Editor, content: JSONContent | string): void {
  const isText = typeof content !== 'string' && editor.schema.nodes[content.type ?? '']?.isInline === true;
  editor
    .chain()
    .focus()
    .command(({ tr }) => leaveSelection(tr, { isForBlock: !isText }))
    .insertContent(content)
    .command(({ tr }) => leaveInserted(tr))
    .run();
}

/** Inserts a block after the block of the cursor, in place of an empty paragraph or of a selected block of these types. */
export function insertBlock(
  editor: Editor,
  node: JSONContent | JSONContent[],
  replacedTypes: readonly string[] = [],
): void {
  const { doc, selection, schema } = editor.state;
  const { $from, empty } = selection;
  const isBlank = empty && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0;
  const isReplaced = selection instanceof NodeSelection && replacedTypes.includes(selection.node.type.name);
  const type = schema.nodes[(Array.isArray(node) ? node[0] : node)?.type ?? ''];
  const at = isReplaced
    ? { from: selection.from, to: selection.to }
    : isBlank
      ? { from: $from.before(), to: $from.after() }
      : posAfterBlock(doc, selection.to, type);
  editor
    .chain()
    .focus()
    .insertContentAt(at, node)
    .command(({ tr }) => leaveInserted(tr))
    .run();
}

/** Returns the next position where a block of a type may stand: after the text at `pos`, and outside of a caption. */
export function posAfterBlock(doc: DocumentNode, pos: number, type?: NodeType): number {
  let $pos = doc.resolve(pos);
  const isNoPlace = ({ parent, depth }: ResolvedPos) =>
    depth > 0 &&
    (parent.isTextblock || (type !== undefined && !parent.canReplaceWith($pos.index(), $pos.index(), type)));
  while (isNoPlace($pos)) $pos = doc.resolve(afterCaption($pos) ?? $pos.after());
  return $pos.pos;
}

/** Returns the position after the picture, player, gallery or frame in whose caption `$pos` is. */
export function afterCaption($pos: ResolvedPos): number | undefined {
  const { parent, depth } = $pos;
  if (!captions.has(parent.type.name)) return undefined;
  return isGroup($pos.node(depth - 1)) ? $pos.after(depth - 1) : $pos.after();
}

const captions = new Set(['figure', 'embed', 'galleryCaption', 'frameCaption']);
const isGroup = ({ type }: DocumentNode): boolean => /^(?:gallery|frame)$/.test(type.name);

/** Puts the cursor into the text below `pos`, or into a new one if something else follows, such as a list or notes. */
export function writeBelow(tr: Transaction, pos: number): void {
  const next = tr.doc.resolve(pos).nodeAfter;
  if (!next || !/^(?:paragraph|heading)$/.test(next.type.name)) insertParagraph(tr, pos);
  else tr.setSelection(TextSelection.create(tr.doc, pos + 1));
  tr.scrollIntoView();
}

function insertParagraph(tr: Transaction, pos: number): void {
  tr.insert(pos, tr.doc.type.schema.node('paragraph'));
  tr.setSelection(TextSelection.create(tr.doc, pos + 1));
}

/** Moves the cursor behind what is selected; for a block also out of a caption, which would show its picture twice. */
export function leaveSelection(tr: Transaction, { isForBlock }: { isForBlock: boolean }): true {
  const { doc, selection } = tr;
  const { to, $to } = selection;
  const isText =
    selection instanceof TextSelection || (selection instanceof NodeSelection && selection.node.isInline);
  if (isText && !(isForBlock && afterCaption($to) !== undefined))
    tr.setSelection(TextSelection.create(doc, to));
  else insertParagraph(tr, posAfterBlock(doc, to, doc.type.schema.nodes.paragraph));
  return true;
}

/** Puts the cursor below an inserted block that has no text, which the next letter would replace. */
function leaveInserted(tr: Transaction): true {
  const { selection } = tr;
  if (selection instanceof NodeSelection && selection.node.isBlock) writeBelow(tr, selection.to);
  return true;
}
