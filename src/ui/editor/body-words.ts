const blocks = 'p,h2,h3,h4,li,blockquote,figcaption,td,th,pre,hr,div,tr';

/** The words of a body alone: what is counted of it. */
export function wordsOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const formula of body.querySelectorAll('.math')) formula.textContent = '';
  return readLines(body);
}

/** The text of a body, a line for each block. */
export function readLines(body: HTMLElement): string {
  for (const block of body.querySelectorAll(blocks)) block.append('\n');
  return (body.textContent ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}
