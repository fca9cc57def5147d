import type { Editor } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state';
import { type EditFormula, editFormula } from '../formula.ts';
import type { FileKind, ToolContext } from '../tools.ts';
import { isObject } from './block-keys.ts';

/** How a block is replaced: by a file or several, by what a dialog asks for, or by a change of its formula. */
type Replacement = { file: FileKind } | { dialog: 'embed' | 'bookmark' } | 'gallery' | 'formula';

type ChosenBlock = { from: number; to: number; label: string; replacement: Replacement | undefined };

const labels: Readonly<Record<string, string>> = {
  figure: '图片',
  gallery: '图集',
  frame: '图表',
  embed: '嵌入视频',
  bookmark: '书签',
  formula: '公式',
  formulaBlock: '公式',
  paywall: '付费线',
  horizontalRule: '分隔线',
  footnote: '脚注',
};

function nameOf({ type: { name }, attrs }: DocumentNode): Pick<ChosenBlock, 'label' | 'replacement'> {
  if (name === 'player')
    return attrs.tag === 'audio'
      ? { label: '音频', replacement: { file: 'audio' } }
      : { label: '视频', replacement: { file: 'video' } };
  return { label: labels[name] ?? '这一处', replacement: replacements[name] };
}

const replacements: Readonly<Record<string, Replacement>> = {
  figure: { file: 'image' },
  gallery: 'gallery',
  embed: { dialog: 'embed' },
  bookmark: { dialog: 'bookmark' },
  formula: 'formula',
  formulaBlock: 'formula',
};

/**
 * Returns the block or attachment that is selected, or in whose caption the cursor is. A table has its own tools.
 */
export function chosenBlock({ selection }: EditorState): ChosenBlock | undefined {
  const { $from, $to, from, to } = selection;
  if (selection instanceof NodeSelection) return { from, to, ...nameOf(selection.node) };
  if (!(selection instanceof TextSelection)) return undefined;
  for (let depth = Math.min($from.depth, $to.depth); depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type.spec.tableRole) return undefined;
    if (isObject(node) && $to.node(depth) === node)
      return { from: $from.before(depth), to: $from.after(depth), ...nameOf(node) };
  }
  return attachmentAround(selection);
}

/** A link to a file of the portal, which states its size. */
function attachmentAround({ $from, $to }: TextSelection): ChosenBlock | undefined {
  if (!$from.sameParent($to)) return undefined;
  const isAttachment = ({ marks }: DocumentNode) =>
    marks.some(({ type, attrs }) => type.name === 'link' && attrs['data-size'] !== null);
  let found: ChosenBlock | undefined;
  $from.parent.forEach((node, offset) => {
    const from = $from.start() + offset;
    const to = from + node.nodeSize;
    if (isAttachment(node) && from <= $from.pos && to >= $to.pos)
      found = { from, to, label: '附件', replacement: { file: 'file' } };
  });
  return found;
}

/** Removes the chosen block, and leaves the cursor where it was. */
export function removeBlock(editor: Editor): void {
  const chosen = chosenBlock(editor.state);
  if (chosen) editor.chain().focus().deleteRange(chosen).run();
}

/** Selects the chosen block and asks for what is to replace it. */
export function replaceBlock(editor: Editor, { open, requestFile, requestGallery }: ToolContext): void {
  const { state, view } = editor;
  const chosen = chosenBlock(state);
  if (!chosen?.replacement) return;
  const { from, to, replacement } = chosen;
  const isNode = state.doc.nodeAt(from)?.nodeSize === to - from && !state.doc.nodeAt(from)?.isText;
  const selection = isNode
    ? NodeSelection.create(state.doc, from)
    : TextSelection.create(state.doc, from, to);
  view.dispatch(state.tr.setSelection(selection));
  if (replacement === 'formula')
    view.dom.dispatchEvent(new CustomEvent(editFormula, { detail: { pos: from } }) satisfies EditFormula);
  else if (replacement === 'gallery') requestGallery();
  else if ('file' in replacement) requestFile(replacement.file);
  else open(replacement.dialog);
}
