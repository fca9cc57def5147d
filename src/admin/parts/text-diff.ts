import { diffArrays, diffWordsWithSpace } from 'diff';
import { type CalloutKind, calloutNames } from '#shared/text/markdown-parts.ts';
import { readLines } from '#ui/editor/body-words.ts';

export type Piece = { text: string; is: 'same' | 'added' | 'removed' };

/**
 * A body's text as a reader would read it aloud, a line for each block; the paywall mark is a line of its own, and
 * what has no words is told by a sign.
 */
export function linesOf(html: string): string {
  const marked = html.replaceAll('<!--paywall-->', '<p>—— 付费线 ——</p>');
  const { body } = new DOMParser().parseFromString(marked, 'text/html');
  for (const [selector, tell] of signs) for (const part of body.querySelectorAll(selector)) tell(part);
  return readLines(body);
}

const signs: [selector: string, tell: (part: Element) => void][] = [
  [
    'img',
    (picture) => picture.after(`［图：${picture.getAttribute('alt') || picture.getAttribute('src')}］`),
  ],
  ['video', (player) => player.after(`［视频：${player.getAttribute('src')}］`)],
  ['audio', (player) => player.after(`［音频：${player.getAttribute('src')}］`)],
  [
    '.math[data-tex]',
    (formula) => {
      formula.textContent = `$${formula.getAttribute('data-tex')}$`;
    },
  ],
  [
    '.callout[data-callout]',
    (callout) =>
      callout.prepend(`【${calloutNames[callout.getAttribute('data-callout') as CalloutKind] ?? ''}】\n`),
  ],
];

const words = new Intl.Segmenter('zh', { granularity: 'word' });

/**
 * What changed from one text to another, to be read: sentences are compared first, and only within a sentence that
 * became another one its words, so that a rewritten paragraph does not come out as confetti.
 */
export function diffTexts(before: string, after: string): Piece[] {
  const changes = diffArrays(sentencesOf(before), sentencesOf(after));
  const pieces: Piece[] = [];
  for (let at = 0; at < changes.length; at++) {
    const change = changes[at];
    const next = changes[at + 1];
    if (!change) continue;
    const text = change.value.join('');
    if (change.removed && next?.added) {
      pieces.push(...diffSentence(text, next.value.join('')));
      at++;
    } else pieces.push({ text, is: change.added ? 'added' : change.removed ? 'removed' : 'same' });
  }
  return pieces;
}

const sentencesOf = (text: string): string[] =>
  text.match(/[^。！？!?\n]*(?:[。！？!?\n]+[”’」』）)]*|$)/g)?.filter(Boolean) ?? [];

function diffSentence(before: string, after: string): Piece[] {
  const changes = diffWordsWithSpace(before, after, { intlSegmenter: words });
  const kept = changes.reduce(
    (sum, { added, removed, value }) => sum + (added || removed ? 0 : value.length),
    0,
  );
  // With less than a third in common it is another sentence.
  if (kept * 3 < Math.max(before.length, after.length))
    return [
      { text: before, is: 'removed' },
      { text: after, is: 'added' },
    ];
  return changes.map(({ added, removed, value }) => ({
    text: value,
    is: added ? 'added' : removed ? 'removed' : 'same',
  }));
}
