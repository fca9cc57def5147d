import { Extension } from '@tiptap/core';
import { type Node as DocumentNode, Fragment, Slice } from '@tiptap/pm/model';
import { type EditorState, Plugin } from '@tiptap/pm/state';

/**
 * Pastes what was cut out of a list, quotation or heading into another text without what was around it: words as words,
 * items as items. Else they would become a list within the list, or take the text before which they are pasted along. Notes
 * without their references are paragraphs of a list.
 */
export const PasteWords = Extension.create({
  name: 'pasteWords',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        transformPasted: (slice, { state }) => {
          const isForBlankLine = isBlankLine(state) && !findNotes(slice.content).some(isLone);
          return withoutLoneNotes(isForBlankLine ? slice : unwrap(slice, state));
        },
      },
    }),
  ],
});

/**
 * Removes the nodes that are around all of an open slice: all of them around words of one text, else those that are around
 * the cursor, too.
 */
function unwrap(slice: Slice, state: EditorState, isOneText = isWords(slice)): Slice {
  const only = onlyNode(slice);
  if (!only || !(isOneText || isAround(only, state))) return slice;
  const inner = new Slice(only.content, slice.openStart - 1, slice.openEnd - 1);
  return unwrap(inner, state, isOneText);
}

/** The node that is around all of an open slice. */
function onlyNode({ content, openStart, openEnd }: Slice): DocumentNode | null {
  const only = content.childCount === 1 && openStart > 0 && openEnd > 0 ? content.firstChild : null;
  return only?.isLeaf || only?.type.spec.tableRole ? null : only;
}

function isWords(slice: Slice): boolean {
  const only = onlyNode(slice);
  if (!only) return false;
  return only.isTextblock || isWords(new Slice(only.content, slice.openStart - 1, slice.openEnd - 1));
}

const isList = ({ type }: DocumentNode): boolean => /List$/.test(type.name);

function isAround(node: DocumentNode, { selection: { $from } }: EditorState): boolean {
  for (let depth = $from.depth - 1; depth > 0; depth -= 1) {
    const { type } = $from.node(depth);
    if (type === node.type || (isList(node) && isList($from.node(depth)))) return !node.isTextblock;
  }
  return false;
}

type Notes = { note: string; isReferenced: boolean };
const isLone = ({ isReferenced }: Notes): boolean => !isReferenced;

/** Lists the notes of a fragment, and whether it has their references. */
function findNotes(content: Fragment): Notes[] {
  const notes: string[] = [];
  const references = new Set<unknown>();
  content.descendants(({ type, attrs }) => {
    if (type.name === 'footnote') references.add(attrs.key);
    else if (typeof attrs.key === 'string') notes.push(attrs.key);
  });
  return notes.map((note) => ({ note, isReferenced: references.has(note) }));
}

function withoutLoneNotes({ content, openStart, openEnd }: Slice): Slice {
  const lone = new Set(findNotes(content).flatMap((one) => (isLone(one) ? [one.note] : [])));
  const strip = (from: Fragment): Fragment =>
    Fragment.from(
      from.content.map((node: DocumentNode) => {
        if (node.isLeaf) return node;
        const attrs = lone.has(node.attrs.key) ? { ...node.attrs, key: null, id: null } : node.attrs;
        return node.type.create(attrs, strip(node.content), node.marks);
      }),
    );
  return lone.size === 0
    ? new Slice(content, openStart, openEnd)
    : new Slice(strip(content), openStart, openEnd);
}

/** Whether the cursor is in an empty paragraph, which becomes the heading, item or code that is pasted. */
function isBlankLine({ selection: { $from, empty } }: EditorState): boolean {
  return (
    empty && $from.depth === 1 && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
  );
}
