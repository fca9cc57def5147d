import { readDeclarations } from './dom.ts';

/** What the style sheet of Word or WPS says that the elements do not: heading levels of classes, numbering of lists. */
export type WordStyles = {
  /** Heading level by class. */
  headings: ReadonlyMap<string, number>;
  /** Number format and text of a list level, by `l0:level1`. */
  lists: ReadonlyMap<string, { format: string; text: string }>;
};

/** Reads Word's style sheets in linear time. Clipboards keep them in the head or in the body. */
export function readWordStyles(document: Document): WordStyles {
  const headings = new Map<string, number>();
  const lists = new Map<string, { format: string; text: string }>();
  for (const { textContent } of document.querySelectorAll('style'))
    for (const rule of (textContent ?? '').split('}')) {
      const brace = rule.indexOf('{');
      if (brace < 0) continue;
      const selector = rule.slice(0, brace);
      const styles = readDeclarations(rule.slice(brace + 1));
      const list = /@list\s+(l\d+:level\d)/.exec(selector)?.[1];
      if (list)
        lists.set(list, {
          format: styles.get('mso-level-number-format') ?? 'decimal',
          text: styles.get('mso-level-text') ?? '',
        });
      else {
        const level =
          levelOfName(styles.get('mso-style-name') ?? '') ??
          readOutlineLevel(styles.get('mso-outline-level') ?? '');
        if (level)
          for (const [, name = ''] of selector.matchAll(/\.([^\s.,:{]+)/g)) headings.set(name, level);
      }
    }
  return { headings, lists };
}

const hanDigits = '一二三四五六七八九';

/** Returns the level of a paragraph style: `heading 2`, `标题 2`, `标题2`, `二级标题`. */
export function levelOfName(name: string): number | undefined {
  const plain = unescapeCss(name)
    .replace(/^["']|["']$/g, '')
    .normalize('NFKC')
    .trim();
  const found =
    /^(?:heading|标题|標題)\s{0,3}([1-9一二三四五六七八九])$|^([一二三四五六七八九])级标题$/i.exec(plain);
  const digit = found?.[1] ?? found?.[2];
  if (!digit) return undefined;
  return Number(digit) || hanDigits.indexOf(digit) + 1;
}

/** Returns the level of `mso-outline-level`, which is `body` for running text. */
export function readOutlineLevel(value: string): number | undefined {
  return /^[1-9]$/.test(value.trim()) ? Number(value) : undefined;
}

// Word writes names in Chinese as `\6807\9898  1`.
const unescapeCss = (text: string): string =>
  text.replace(/\\([0-9a-f]{4,6})\s?/gi, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16) % 0x11_0000),
  );
