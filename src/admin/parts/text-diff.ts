import { diffArrays, diffWordsWithSpace } from 'diff';
import { type CalloutKind, calloutLabels } from '#shared/text/markdown-extensions.ts';
import { toLines } from '#ui/editor/countable-text.ts';

export type DiffSegment = { text: string; kind: 'same' | 'added' | 'removed' };

/**
 * Converts a body's HTML to comparable text: one line per block, a separate line for the paywall mark, and a textual
 * sign for parts without words (picture, media, formula, callout).
 */
export function toComparableText(html: string): string {
  const withPaywallLine = html.replaceAll('<!--paywall-->', '<p>—— 付费线 ——</p>');
  const { body } = new DOMParser().parseFromString(withPaywallLine, 'text/html');
  for (const [selector, annotate] of annotations)
    for (const part of body.querySelectorAll(selector)) annotate(part);
  return toLines(body);
}

const annotations: [selector: string, annotate: (part: Element) => void][] = [
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
      callout.prepend(`【${calloutLabels[callout.getAttribute('data-callout') as CalloutKind] ?? ''}】\n`),
  ],
];

const wordSegmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/**
 * Returns the differences between two texts for display. Compares sentence by sentence, and word by word only within a
 * changed sentence, so that a rewritten paragraph stays readable.
 */
export function diffTexts(before: string, after: string): DiffSegment[] {
  const changes = diffArrays(splitSentences(before), splitSentences(after));
  const segments: DiffSegment[] = [];
  for (let index = 0; index < changes.length; index++) {
    const change = changes[index];
    const next = changes[index + 1];
    if (!change) continue;
    const text = change.value.join('');
    if (change.removed && next?.added) {
      segments.push(...diffSentence(text, next.value.join('')));
      index++;
    } else segments.push({ text, kind: change.added ? 'added' : change.removed ? 'removed' : 'same' });
  }
  return segments;
}

const splitSentences = (text: string): string[] =>
  text.match(/[^。！？!?\n]*(?:[。！？!?\n]+[”’」』）)]*|$)/g)?.filter(Boolean) ?? [];

function diffSentence(before: string, after: string): DiffSegment[] {
  const changes = diffWordsWithSpace(before, after, { intlSegmenter: wordSegmenter });
  const commonLength = changes.reduce(
    (sum, { added, removed, value }) => sum + (added || removed ? 0 : value.length),
    0,
  );
  // Less than a third in common: treat it as a different sentence.
  if (commonLength * 3 < Math.max(before.length, after.length))
    return [
      { text: before, kind: 'removed' },
      { text: after, kind: 'added' },
    ];
  return changes.map(({ added, removed, value }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }));
}
