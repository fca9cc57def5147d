import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCopies } from './find-copies.ts';
import { fromReaderNumber, toReaderNumber } from './reader-number.ts';
import { openSeals } from './seal.ts';
import { embedWatermarks } from './watermark-copy.ts';
import { toZeroWidth, watermarkLength } from './zero-width.ts';

const seals = openSeals('the portal’s own key');
const copy = { memberId: '1203', postId: '100512', day: '2026-11-21' };
const zeroWidthOf = (one = copy) => toZeroWidth(seals.seal(one));

const fragments = [
  '新能源汽车的景气度仍在上行',
  '机构认为这反映了担忧',
  '𠮷野家与𡈼生的报告',
  '👨‍👩‍👧‍👦一家人都看好',
  '毛利率约 32.5%',
  '宁德时代(300750)',
  'SMIC 与 TSMC 的产能',
  '葛󠄀飾区的门店',
  '，',
  '。',
];

/** Generates a text with Han characters throughout, among everything else a text may contain. */
const someText = fc
  .array(
    fc.tuple(
      fc.constantFrom(...fragments.slice(0, 3)),
      fc.array(fc.constantFrom(...fragments), { maxLength: 4 }).map((more) => more.join('')),
    ),
    { minLength: 6, maxLength: 40 },
  )
  .map((parts) => parts.flat().join(''));
const someId = fc.integer({ min: 1, max: 2 ** 40 - 1 }).map(String);
const someCopy = fc.record({ memberId: someId, postId: someId, day: fc.constant(copy.day) });
const someShare = fc.double({ min: 0, max: 1, noNaN: true });
const noise = fc.array(fc.constantFrom('\u200c', '\u200d'), {
  minLength: watermarkLength,
  maxLength: watermarkLength,
});
const html = (text: string) => `<p>${text.replaceAll('。', '。</p>\n<p>')}</p>`;
const plain = (body: string) => body.replace(/<[^>]*>/g, '');
const bare = (text: string) => text.replace(/(?<=\p{sc=Han})[\u200c\u200d]{100,}(?=\p{sc=Han})/gu, '');

/** Returns the text without one of its thirds: the first, the second, the last, or one from any other position. */
function cuts(text: string, ...shares: number[]): string[] {
  const third = Math.floor(text.length / 3);
  return [0, 0.5, 1, ...shares].map((share) => {
    const at = Math.floor(share * (text.length - third));
    return text.slice(0, at) + text.slice(at + third);
  });
}

describe('a watermarked text', () => {
  test('names its reader after the loss of any third, for any reader and any content', () => {
    fc.assert(
      fc.property(someText, someCopy, someShare, (text, reader, share) => {
        const body = embedWatermarks(html(text), zeroWidthOf(reader));
        for (const left of [...cuts(plain(body), share), ...cuts(body, share)])
          expect(findCopies(left, seals).copies).toMatchObject([reader]);
      }),
      { numRuns: 200 },
    );
  });

  test('names its reader with as few as three Han characters; one alone has no place for a watermark', () => {
    const body = plain(embedWatermarks('<p>看涨了</p>', zeroWidthOf()));
    expect(body.length).toBe(3 + 2 * watermarkLength);
    for (const left of cuts(body)) expect(findCopies(left, seals).copies).toMatchObject([copy]);
    expect(plain(embedWatermarks('<p>涨</p>', zeroWidthOf()))).toBe('涨');
  });

  test('names its reader in every passage of a hundred Han characters', () => {
    const text = plain(
      embedWatermarks(`<p>${'产业链的景气度仍在上行并且可以持续'.repeat(40)}</p>`, zeroWidthOf()),
    );
    const characters = [...bare(text)];
    const whole = text.match(new RegExp(`[\\u200c\\u200d]{${watermarkLength}}`, 'gu')) ?? [];
    expect(whole.length).toBeGreaterThan(characters.length / 55);
    for (const part of text.split(/[\u200c\u200d]{100,}/u)) expect([...part].length).toBeLessThan(60);
  });

  test('is unchanged apart from the watermarks', () => {
    fc.assert(
      fc.property(someText, (text) => {
        const watermarked = embedWatermarks(html(text), zeroWidthOf());
        expect(watermarked.replaceAll(`<span aria-hidden="true">${zeroWidthOf()}</span>`, '')).toBe(
          html(text),
        );
      }),
    );
  });

  test('has watermarks only between two Han characters: not in codes, tickers, Latin, links, formulas, code or headings', () => {
    const text = '研究报告称景气度上行'.repeat(8);
    const skipped = [
      `<a href="/x">${text}</a>`,
      `<a class="stock" href="/stock?code=300750">宁德时代<span>300750</span></a>`,
      `<code>${text}</code>`,
      `<pre tabindex="0"><code>${text}</code></pre>`,
      `<h2 id="s1">${text}</h2>`,
      `<span class="math" data-tex="\\text{${text}}"><math><mtext>${text}</mtext></math></span>`,
      `<img src="/files/a.png" alt="${text}">`,
    ];
    const watermarked = embedWatermarks(`<p>${text}${skipped.join(text)}${text}</p>`, zeroWidthOf());
    for (const part of skipped) expect(watermarked).toContain(part);
    for (const { index, 0: found } of plain(watermarked).matchAll(/[\u200c\u200d]{100,}/gu)) {
      const [before, after] = [
        plain(watermarked).slice(0, index),
        plain(watermarked).slice(index + found.length),
      ];
      expect(before).toMatch(/\p{sc=Han}$/u);
      expect(after).toMatch(/^\p{sc=Han}/u);
    }
    for (const latin of ['<p>SMIC 300750.SZ AAPL</p>', '<p>𠮷</p>', '<p>葛󠄀</p>', ''])
      expect(embedWatermarks(latin, zeroWidthOf())).toBe(latin);
  });
});

describe('reading a text', () => {
  test('finds nothing without watermarks: emoji, Persian, foreign zero-width characters', () => {
    fc.assert(
      fc.property(someText, (text) => {
        expect(findCopies(text, seals)).toEqual({ copies: [], unread: 0 });
      }),
    );
    expect(findCopies('می‌خواهم 👩‍🚀👨‍👩‍👧‍👦\u200b\u200b\ufeff', seals)).toEqual({ copies: [], unread: 0 });
  });

  test('finds no one in watermarks that are invented, changed, or sealed with another key', () => {
    const others = toZeroWidth(openSeals('another key').seal(copy));
    // Both halves come from valid watermarks of two readers.
    const spliced = zeroWidthOf().slice(0, 64) + zeroWidthOf({ ...copy, memberId: '7' }).slice(64);
    for (const forged of [others, spliced])
      expect(findCopies(`看${forged}涨`.repeat(30), seals)).toEqual({ copies: [], unread: 30 });
    fc.assert(
      fc.property(noise, (chars) => {
        expect(findCopies(`看${chars.join('')}涨`, seals)).toEqual({ copies: [], unread: 1 });
      }),
    );
  });

  test('is correct with a character lost, doubled or swapped, and with halves of two', () => {
    const watermark = zeroWidthOf();
    const swap = (at: number) =>
      watermark.slice(0, at) + (watermark[at] === '\u200c' ? '\u200d' : '\u200c') + watermark.slice(at + 1);
    for (const at of [0, 1, 64, 127])
      for (const damaged of [
        watermark.slice(0, at) + watermark.slice(at + 1),
        watermark.slice(0, at) + watermark[at] + watermark.slice(at),
        swap(at),
      ]) {
        const { copies, unread } = findCopies(`看${damaged}涨`, seals);
        expect(copies, `at ${at}`).toMatchObject([copy]);
        expect(unread).toBe(0);
      }
    for (const text of [
      `看${watermark.slice(0, 90)}${watermark.slice(60)}涨`,
      `看${watermark.slice(0, 70)}涨。${watermark.slice(60)}了`,
      ...[0, 1, 2].map((shift) =>
        [3, 17, 40, 77].map((at) => `看${twice(watermark, at + shift)}涨`).join('。'),
      ),
    ])
      expect(findCopies(text, seals).copies).toMatchObject([copy]);
  });

  test('ignores characters that platforms insert, and reads HTML with character references', () => {
    const watermark = zeroWidthOf();
    expect(
      findCopies(`看${watermark.slice(0, 40)}\u200b\ufeff${watermark.slice(40)}涨`, seals).copies,
    ).toMatchObject([{ ...copy, whole: 1, mended: 0 }]);
    const written = watermark.replaceAll('\u200c', '&zwnj;').replaceAll('\u200d', '&#x200D;');
    expect(findCopies(`<p>看${written}涨</p>`, seals).copies).toMatchObject([copy]);
  });

  test('distinguishes several readers, and counts the watermarks of each', () => {
    const other = { ...copy, memberId: '9', day: '2026-11-22' };
    const { copies } = findCopies(
      `看${zeroWidthOf()}涨${zeroWidthOf(other)}了${zeroWidthOf(other)}吗`,
      seals,
    );
    expect(copies).toEqual([
      { ...copy, whole: 1, mended: 0 },
      { ...other, whole: 2, mended: 0 },
    ]);
  });

  test('needs few attempts even for a long text of nothing but noise', () => {
    const run = fc.sample(noise, { numRuns: 1500, seed: 3 }).map((chars) => chars.join(''));
    const text = [...run, run.join('')].join('看').slice(0, 200_000);
    let tries = 0;
    const open: typeof seals.open = (sealed) => {
      tries += 1;
      return seals.open(sealed);
    };
    expect(findCopies(text, { ...seals, open }).copies).toEqual([]);
    // One per position in the text, and some hundred repairs of a few runs.
    expect(tries).toBeLessThan(text.length + 50_000);
  });
});

/** Swaps two characters: more than can be repaired in one run alone. */
function twice(watermark: string, at: number): string {
  const swap = (text: string, index: number) =>
    text.slice(0, index) + (text[index] === '\u200c' ? '\u200d' : '\u200c') + text.slice(index + 1);
  return swap(swap(watermark, at), at + 9);
}

describe('a reader’s number', () => {
  test('leads back to its reader in any notation, and to no other', () => {
    const seen = new Set<string>();
    for (const id of ['1', '2', '1203', '68719476735']) {
      const number = toReaderNumber('key', id);
      expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
      seen.add(number);
      const typed = number.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
      for (const text of [number, typed, number.replaceAll('-', '')])
        expect(fromReaderNumber('key', text)).toBe(id);
      expect(fromReaderNumber('another', number)).toBeNull();
    }
    expect(seen.size).toBe(4);
  });

  test('leads to no one if a letter is wrong or missing', () => {
    const number = toReaderNumber('key', '1203');
    for (const at of [0, 6, 13]) {
      const wrong = number.slice(0, at) + (number[at] === 'A' ? 'B' : 'A') + number.slice(at + 1);
      expect(fromReaderNumber('key', wrong)).toBeNull();
      expect(fromReaderNumber('key', number.slice(0, at) + number.slice(at + 1))).toBeNull();
    }
    for (const text of ['', 'UUUU-UUUU-UUUU', '某某某']) expect(fromReaderNumber('key', text)).toBeNull();
  });
});
