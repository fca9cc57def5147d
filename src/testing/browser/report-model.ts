/** A character that stands for a reference to the only footnote, or for a link to a file, in the text of a model. */
export const reference = '¹';
export const attachment = '⁂';

type Part = { text: string };
export type Block =
  | ({ kind: 'paragraph' } & Part)
  | { kind: 'picture'; src: string; caption: Part }
  | { kind: 'table'; cells: Part[] }
  | { kind: 'object'; html: string; selector: string }
  | { kind: 'notes'; note: Part };

/** Where the caret is: in a text, at a number of characters; or which block is selected; null if that is unknown. */
export type Caret = { block: number; cell: number; at: number } | { selected: number } | null;

export type Action =
  | { do: 'place'; block: number; cell: number; key: 'Home' | 'End' }
  | { do: 'select'; block: number }
  | { do: 'press'; key: 'ArrowLeft' | 'ArrowRight' | 'Enter' | 'Backspace' | 'Delete' | 'x' | '7' }
  | { do: 'compose' }
  | { do: 'undo' };

const clone = <T>(value: T): T => structuredClone(value);
const maxText = 24;

/**
 * What must be stored of a report after actions of a pointer, a keyboard and an input method. It knows blocks with their
 * texts only, and nothing of the editor.
 */
export class ReportModel {
  blocks: Block[];
  caret: Caret = null;
  #before: Block[] | undefined;

  constructor(blocks: readonly Block[]) {
    this.blocks = clone([...blocks]);
  }

  html(): string {
    const html = this.blocks.map(toHtml);
    while (html.at(-1) === '<p></p>') html.pop();
    return html.join('');
  }

  /** Lists what a writer may do next. Keys beside a reference or a file, and edges of tables, are left out. */
  actions(): Action[] {
    const found: Action[] = [];
    this.blocks.forEach((block, at) => {
      textsOf(block).forEach((_, cell) => {
        for (const key of ['Home', 'End'] as const) found.push({ do: 'place', block: at, cell, key });
      });
      if (block.kind === 'picture' || block.kind === 'object') found.push({ do: 'select', block: at });
    });
    if (this.#before) found.push({ do: 'undo' });
    const { caret } = this;
    if (!caret) return found;
    if ('selected' in caret)
      return [...found, { do: 'press', key: 'Backspace' }, { do: 'press', key: 'Delete' }, { do: 'compose' }];
    const block = this.blocks[caret.block] as Block;
    const { text } = textsOf(block)[caret.cell] as Part;
    const [left, right] = [text[caret.at - 1], text[caret.at]];
    const isPlain = (one: string | undefined) => one !== reference && one !== attachment;
    const press = (key: Extract<Action, { do: 'press' }>['key']) => found.push({ do: 'press', key });
    if (left && isPlain(left)) press('ArrowLeft');
    if (right && isPlain(right)) press('ArrowRight');
    if (isPlain(left) && isPlain(right) && text.length < maxText) {
      press('x');
      press('7');
      found.push({ do: 'compose' });
    }
    if (isPlain(left) && this.#mayJoin(caret.block - 1, text)) press('Backspace');
    if (isPlain(right) && this.#mayJoin(caret.block + 1, text)) press('Delete');
    if (block.kind === 'paragraph' || block.kind === 'picture') press('Enter');
    return found;
  }

  #mayJoin(other: number, text: string): boolean {
    const block = this.blocks[other];
    return block?.kind !== 'paragraph' || block.text.length + text.length <= maxText;
  }

  /** Does what the action must do. */
  apply(action: Action): void {
    const before = clone(this.blocks);
    if (action.do === 'undo') {
      this.blocks = this.#before ?? this.blocks;
      this.#before = undefined;
      this.caret = null;
      return;
    }
    if (action.do === 'place') {
      const { block, cell } = action;
      const { text } = textsOf(this.blocks[block] as Block)[cell] as Part;
      this.caret = { block, cell, at: action.key === 'Home' ? 0 : text.length };
    } else if (action.do === 'select') this.caret = { selected: action.block };
    else if (action.do === 'compose') this.#write('新');
    else if (action.key.length === 1) this.#write(action.key);
    else this.#press(action.key);
    if (JSON.stringify(before) !== JSON.stringify(this.blocks)) this.#before = before;
  }

  #write(text: string): void {
    const { caret } = this;
    if (!caret) return;
    if ('selected' in caret) {
      this.blocks[caret.selected] = { kind: 'paragraph', text };
      this.caret = { block: caret.selected, cell: 0, at: text.length };
      return;
    }
    const part = textsOf(this.blocks[caret.block] as Block)[caret.cell] as Part;
    part.text = part.text.slice(0, caret.at) + text + part.text.slice(caret.at);
    caret.at += text.length;
  }

  #press(key: string): void {
    const { caret } = this;
    if (!caret) return;
    if ('selected' in caret) {
      this.blocks.splice(caret.selected, 1);
      this.caret = null;
      return;
    }
    const block = this.blocks[caret.block] as Block;
    const part = textsOf(block)[caret.cell] as Part;
    const { at } = caret;
    if (key === 'ArrowLeft') caret.at -= 1;
    else if (key === 'ArrowRight') caret.at += 1;
    else if (key === 'Enter') {
      const rest = block.kind === 'paragraph' ? part.text.slice(at) : '';
      if (block.kind === 'paragraph') part.text = part.text.slice(0, at);
      this.blocks.splice(caret.block + 1, 0, { kind: 'paragraph', text: rest });
      this.caret = { block: caret.block + 1, cell: 0, at: 0 };
    } else {
      const direction = key === 'Backspace' ? -1 : 1;
      const index = direction < 0 ? at - 1 : at;
      if (part.text[index] !== undefined) {
        part.text = part.text.slice(0, index) + part.text.slice(index + 1);
        caret.at = index;
      } else this.#meet(caret.block, block, direction);
    }
  }

  /** A key at the edge of a text selects a picture or object beside it, and joins two paragraphs. */
  #meet(at: number, block: Block, direction: -1 | 1): void {
    if (block.kind === 'picture') this.caret = { selected: at };
    if (block.kind !== 'paragraph') return;
    const other = this.blocks[at + direction];
    if (!other || other.kind === 'notes') return;
    if (other.kind === 'paragraph') {
      const [first, second] = direction < 0 ? [other, block] : [block, other];
      const caret = { block: Math.min(at, at + direction), cell: 0, at: first.text.length };
      first.text += second.text;
      this.blocks.splice(caret.block + 1, 1);
      this.caret = caret;
      return;
    }
    const isBlank = block.text === '';
    if (isBlank) this.blocks.splice(at, 1);
    const selected = this.blocks.indexOf(other);
    // A selected table is a selection of its cells, which the keys of a table clear.
    this.caret = other.kind === 'table' ? null : { selected };
  }
}

/** The texts of a block that a caret may be in. */
function textsOf(block: Block): Part[] {
  if (block.kind === 'paragraph') return [block];
  if (block.kind === 'picture') return [block.caption];
  if (block.kind === 'notes') return [block.note];
  return block.kind === 'table' ? block.cells : [];
}

function toHtml(block: Block): string {
  if (block.kind === 'paragraph') return `<p>${inline(block.text)}</p>`;
  if (block.kind === 'object') return block.html;
  if (block.kind === 'notes') return `<ol><li id="fn1">${block.note.text}<a href="#fr1">↩</a></li></ol>`;
  if (block.kind === 'table')
    return `<table><tbody><tr>${block.cells.map(({ text }) => `<td>${text}</td>`).join('')}</tr></tbody></table>`;
  const caption = block.caption.text === '' ? '' : `<figcaption>${block.caption.text}</figcaption>`;
  return `<figure><img src="${block.src}" alt="图">${caption}</figure>`;
}

const inline = (text: string): string =>
  text
    .replace(reference, '<sup class="fn"><a href="#fn1" id="fr1">1</a></sup>')
    .replace(attachment, '<a data-size="1" href="/files/a.pdf?name=a.pdf">a.pdf</a>');

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
