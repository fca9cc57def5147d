const blocks = 'p,h2,h3,h4,li,blockquote,figcaption,td,th,pre,hr,div,tr';

/** Returns the text of a body that counts as words: without formulas. */
export function countableText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const formula of body.querySelectorAll('.math')) formula.textContent = '';
  return toLines(body);
}

/** Returns the text of a body, one line per block. Appends line breaks to the blocks of `body`. */
export function toLines(body: HTMLElement): string {
  for (const block of body.querySelectorAll(blocks)) block.append('\n');
  return (body.textContent ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}
