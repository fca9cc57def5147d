import type { PartCache, PartRender } from './parts/cached-part.tsx';

/** Not to be guessed by an author: it would end a part early. */
const element = `part-${Math.random().toString(36).slice(2)}`;
const border = new RegExp(`<${element} index="(\\d+)">|</${element}>`);

const preload = /<link rel="preload" as="image" [^>]*\/>/g;
const preloads = /^(?:<link rel="preload" as="image" [^>]*\/>)*/;
/** What `useId` returns depends on the place in the page, so a part that contains it is not kept. */
const reactId = /_R_[0-9a-z]*_/i;
const sourceOf = (link: string): string => /href="([^"]*)"/.exec(link)?.[1] ?? '';
/** React writes no NUL, which HTML cannot contain. */
const linkBorder = '\0';

export type RenderedParts = PartRender & {
  /** Puts the HTML of known parts into the rendered page, and keeps that of new parts. */
  fill(html: string): string;
};

/** Starts the render of one page. `scope` tells apart what parts show beside their data. */
export function startParts(cache: PartCache, scope: string): RenderedParts {
  const parts: { key: string; known: string | undefined }[] = [];
  return {
    element,
    add(name, data) {
      const key = `${scope}\n${name}\n${JSON.stringify(data)}`;
      const known = cache.get(key);
      return { index: parts.push({ key, known }) - 1, isKnown: known !== undefined };
    },
    fill(html) {
      if (parts.length === 0) return html;
      // React puts the preloads of all pictures first; a kept part has its own, since React does not see its pictures.
      const end = preloads.exec(html)?.[0].length ?? 0;
      const links = new Set(html.slice(0, end).match(preload));
      // Alternates text and borders; the border of a part's start is its index, that of its end is undefined.
      const [first = '', ...pieces] = html.slice(end).split(border);
      const open: { index: number; html: string }[] = [{ index: -1, html: first }];
      for (let at = 0; at < pieces.length; at += 2) {
        const [start, text = ''] = [pieces[at], pieces[at + 1]];
        if (start !== undefined) {
          open.push({ index: Number(start), html: text });
          continue;
        }
        const { index, html: rendered } = open.pop() ?? { index: -1, html: '' };
        const part = parts[index];
        const outer = open.at(-1);
        if (!part || !outer) continue;
        const [kept, ...keptLinks] = part.known?.split(linkBorder) ?? [rendered];
        for (const link of keptLinks) links.add(link);
        if (part.known === undefined && !reactId.test(rendered)) {
          const own = [...links].filter((link) => rendered.includes(sourceOf(link)));
          cache.set(part.key, [rendered, ...own].join(linkBorder));
        }
        outer.html += kept + text;
      }
      const body = open[0]?.html ?? '';
      const places = new Map([...links].map((link) => [link, body.indexOf(sourceOf(link))]));
      return (
        [...links].sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0)).join('') + body
      );
    },
  };
}
