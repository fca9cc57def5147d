import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Face, Font } from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';

export type Weight = 400 | 700;
/** A character as an outline, or as text for a font of the system; both `advance` wide. Units: 1/1000 of the size. */
export type Glyph = { advance: number } & ({ path: string } | { text: string });

const packageFile = (name: string): string =>
  fileURLToPath(import.meta.resolve(`@fontsource-variable/noto-serif-sc/${name}`));

/** The printer's mark for a missing type. */
const missing = '〓';
const maxGlyphs = 6000;

/**
 * Noto Serif SC from the package `@fontsource-variable/noto-serif-sc`, a hundred files by character, of which only those
 * in use are read. The outlines are the same on every machine, whatever fonts it has.
 */
export class SerifFont {
  readonly #ranges = readRanges();
  readonly #fonts = new Map<string, Promise<Record<Weight, Font>>>();
  readonly #glyphs = new LRUCache<string, Glyph>({ max: maxGlyphs });
  readonly #hasSystemFont = hasSystemFont();

  /** Loads the outlines of every character of the texts. `glyph` needs it. */
  async load(texts: readonly string[], weight: Weight): Promise<void> {
    for (const character of new Set([...texts.join(''), missing])) {
      const key = `${weight}${character}`;
      if (!this.#glyphs.has(key)) this.#glyphs.set(key, await this.#read(character, weight));
    }
  }

  glyph(character: string, weight: Weight): Glyph {
    return (
      this.#glyphs.get(`${weight}${character}`) ??
      this.#glyphs.get(`${weight}${missing}`) ?? { advance: 1000, path: '' }
    );
  }

  async #read(character: string, weight: Weight): Promise<Glyph> {
    const code = character.codePointAt(0) ?? 0;
    for (const { file, ranges } of this.#ranges) {
      if (!ranges.some(([first, last]) => code >= first && code <= last)) continue;
      const font = (await this.#open(file))[weight];
      const id = font.nominalGlyph(code);
      if (id) return { advance: font.glyphHAdvance(id), path: shortenPath(font.glyphToPath(id)) };
    }
    // Marks that join or modify others have no shape here; emoji have none in a serif.
    if (/^[\p{M}\p{Cf}\p{Cc}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u.test(character))
      return { advance: 0, path: '' };
    if (/^\p{Script=Han}$/u.test(character) && this.#hasSystemFont) return { advance: 1000, text: character };
    return character === missing ? { advance: 1000, path: '' } : this.#read(missing, weight);
  }

  #open(file: string): Promise<Record<Weight, Font>> {
    const opened = this.#fonts.get(file) ?? openFont(file);
    this.#fonts.set(file, opened);
    return opened;
  }
}

async function openFont(file: string): Promise<Record<Weight, Font>> {
  const [{ default: decompress }, { Blob, Face, Font, Variation }] = await Promise.all([
    import('woff2-encoder/decompress'),
    import('harfbuzzjs'),
  ]);
  const bytes = await decompress(readFileSync(file));
  const face: Face = new Face(new Blob(bytes));
  const fontOf = (weight: Weight) => {
    const font = new Font(face);
    font.setVariations([new Variation('wght', weight)]);
    return font;
  };
  return { 400: fontOf(400), 700: fontOf(700) };
}

/** Returns which file has which characters. Files for Chinese come first: their quotation marks have the full width. */
function readRanges(): { file: string; ranges: [number, number][] }[] {
  const listed = JSON.parse(readFileSync(packageFile('unicode.json'), 'utf8')) as Record<string, string>;
  return Object.entries(listed).map(([name, list]) => ({
    file: packageFile(`files/noto-serif-sc-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: list.split(',').map((range): [number, number] => {
      const [first = '', last = first] = range.replace('U+', '').split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    }),
  }));
}

/** Whole thousandths are exact enough, and a third of the length. */
const shortenPath = (path: string): string =>
  path.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))));

/** The fonts to draw a rare character with, if the machine has one. */
export const systemFonts = "'Noto Serif CJK SC','Source Han Serif SC','Songti SC','SimSun-ExtB',serif";

function hasSystemFont(): boolean {
  const folders = [
    '/usr/share/fonts',
    '/usr/local/share/fonts',
    `${homedir()}/.fonts`,
    '/System/Library/Fonts',
  ];
  return folders.some((folder) => {
    try {
      return readdirSync(folder, { recursive: true }).some((file) =>
        /(?:CJK|SourceHan|Songti|SimSun|HanaMin|BabelStoneHan|uming)/i.test(String(file)),
      );
    } catch {
      return false;
    }
  });
}
