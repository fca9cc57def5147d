import type { Node } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';

type Reference = { pos: number; key: string; number: number };
type NotesList = { pos: number; node: Node };
type Found = { references: Reference[]; notes: Map<string, Node>; lists: NotesList[]; isTidy: boolean };

/**
 * Brings footnotes in order after a change: numbers follow the references in the text, and one list holds the notes in the same
 * order. A note goes with its last reference; `removed` remembers it, so that a reference that is cut and pasted finds
 * it again. The references of a deleted note go with it. Notes that never had a reference stay at the end. Returns null if
 * all is in order.
 */
export function arrangeFootnotes(
  before: Node,
  { doc, schema, tr }: Pick<EditorState, 'doc' | 'schema' | 'tr'>,
  removed: Map<string, Node>,
): Transaction | null {
  const found = findFootnotes(doc);
  if (found.references.length === 0 && found.notes.size === 0) return null;
  const old = findFootnotes(before);
  const oldKeys = new Set(old.references.map(({ key }) => key));
  const keys = [...new Set(found.references.map(({ key }) => key))];
  // A reference whose note was deleted.
  const isDeleted = (key: string) => !found.notes.has(key) && old.notes.has(key) && oldKeys.has(key);
  const remaining = keys.filter((key) => !isDeleted(key));
  const numbers = new Map(remaining.map((key, at) => [key, at + 1]));

  const notes = remaining.flatMap((key) => {
    const note = found.notes.get(key) ?? removed.get(key) ?? schema.nodes.listItem?.createAndFill({ key });
    return note ? [note] : [];
  });
  for (const [key, note] of found.notes) {
    if (numbers.has(key)) continue;
    if (oldKeys.has(key)) removed.set(key, note);
    else notes.push(note);
  }
  const numbered = notes.map((note, at) =>
    note.type.create({ ...note.attrs, id: `fn${at + 1}` }, note.content, note.marks),
  );

  for (const { pos, key, number } of found.references) {
    const next = numbers.get(key);
    if (next !== undefined && next !== number) tr.setNodeAttribute(pos, 'number', next);
  }
  arrangeList(tr, found, numbered);
  for (const { pos, key } of [...found.references].reverse())
    if (!numbers.has(key)) tr.delete(tr.mapping.map(pos), tr.mapping.map(pos + 1));
  return tr.docChanged ? tr : null;
}

function findFootnotes(doc: Node): Found {
  const found: Found = { references: [], notes: new Map(), lists: [], isTidy: true };
  doc.descendants((node, pos) => {
    if (node.type.name === 'footnote')
      found.references.push({ pos, key: String(node.attrs.key), number: Number(node.attrs.number) });
    if (node.type.name !== 'orderedList' || !hasNote(node)) return;
    found.lists.push({ pos, node });
    let last: string | undefined;
    node.forEach((item) => {
      const key: string | null = item.attrs.key;
      const previous = last === undefined ? undefined : found.notes.get(last);
      if (key !== null && !found.notes.has(key)) {
        found.notes.set(key, item);
        last = key;
      } else if (last !== undefined && previous) {
        // Enter made an item of the note's second paragraph.
        found.notes.set(last, previous.copy(previous.content.append(item.content)));
        found.isTidy = false;
      }
    });
  });
  return found;
}

function hasNote(list: Node): boolean {
  for (let at = 0; at < list.childCount; at += 1) if (list.child(at).attrs.key !== null) return true;
  return false;
}

/** Puts the notes into one list: in place if only their numbers change, so that the cursor in a note stays. */
function arrangeList(tr: Transaction, { lists, isTidy }: Found, notes: readonly Node[]): void {
  const target = lists.at(-1);
  if (isTidy && lists.length === 1 && target && hasSameNotes(target.node, notes)) {
    target.node.forEach((item, offset, at) => {
      const id = notes[at]?.attrs.id;
      if (item.attrs.id !== id) tr.setNodeAttribute(target.pos + 1 + offset, 'id', id);
    });
    return;
  }
  for (const { pos, node } of [...lists].reverse()) {
    const isTarget = node === target?.node && pos === target.pos;
    if (isTarget && notes.length > 0)
      tr.replaceWith(pos, pos + node.nodeSize, node.type.create(node.attrs, notes));
    else tr.delete(tr.mapping.map(pos), tr.mapping.map(pos + node.nodeSize));
  }
  if (target || notes.length === 0) return;
  const last = tr.doc.lastChild;
  const isBlank = last?.type.name === 'paragraph' && last.childCount === 0 && tr.doc.childCount > 1;
  const end = tr.doc.content.size - (isBlank ? last.nodeSize : 0);
  const list = notes[0]?.type.schema.nodes.orderedList?.create(null, notes);
  if (list) tr.insert(end, list);
}

function hasSameNotes(list: Node, notes: readonly Node[]): boolean {
  if (list.childCount !== notes.length) return false;
  return notes.every(({ attrs }, at) => list.child(at).attrs.key === attrs.key);
}
