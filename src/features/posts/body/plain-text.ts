import { markInText } from './guard.ts';
import { element, mark, type Node } from './tree.ts';

/**
 * Plain text as paragraphs. Where blank lines part paragraphs a single line end is a line break; where there are
 * none every line is a paragraph, as Chinese text files are written. A paywall mark counts here, too: a text that
 * has one means it.
 */
export function readPlainText(text: string): Node[] {
  const found = text.includes('<!--') ? markInText.exec(text) : null;
  if (!found) return paragraphs(text, hasBlankLines(text));
  const isParted = hasBlankLines(text);
  const rest = text.slice(found.index + found[0].length).replaceAll(new RegExp(markInText, 'gi'), '');
  return [...paragraphs(text.slice(0, found.index), isParted), mark(), ...paragraphs(rest, isParted)];
}

const hasBlankLines = (text: string) => /\S[^\S\n]*\n[^\S\n]*\n\s*\S/.test(text);

function paragraphs(text: string, isParted: boolean): Node[] {
  const out: Node[] = [];
  let run: Node[] = [];
  const endRun = () => {
    if (run.length > 0) out.push(element('p', {}, run));
    run = [];
  };
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === '';
    if (!isParted || isBlank) endRun();
    if (!isBlank) run.push(...(run.length > 0 ? [element('br', {}, []), line] : [line]));
  }
  endRun();
  return out;
}
