import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCopies } from './find-copies.ts';
import { weave } from './mark-copy.ts';
import { fromReaderNumber, toReaderNumber } from './reader-number.ts';
import { openSeals } from './seal.ts';
import { imprintLength, toSigns } from './signs.ts';

const seals = openSeals('the portal’s own key');
const copy = { memberId: '1203', postId: '100512', day: '2026-11-21' };
const signsOf = (one = copy) => toSigns(seals.seal(one));

const pieces = [
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

/** A text in which Han stand from its beginning to its end, among everything else a text may hold. */
const someText = fc
  .array(
    fc.tuple(
      fc.constantFrom(...pieces.slice(0, 3)),
      fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((more) => more.join('')),
    ),
    { minLength: 6, maxLength: 40 },
  )
  .map((parts) => parts.flat().join(''));
const someId = fc.integer({ min: 1, max: 2 ** 40 - 1 }).map(String);
const someCopy = fc.record({ memberId: someId, postId: someId, day: fc.constant(copy.day) });
const someShare = fc.double({ min: 0, max: 1, noNaN: true });
const noise = fc.array(fc.constantFrom('\u200c', '\u200d'), {
  minLength: imprintLength,
  maxLength: imprintLength,
});
const html = (text: string) => `<p>${text.replaceAll('。', '。</p>\n<p>')}</p>`;
const plain = (body: string) => body.replace(/<[^>]*>/g, '');
const bare = (text: string) => text.replace(/(?<=\p{sc=Han})[\u200c\u200d]{100,}(?=\p{sc=Han})/gu, '');

/** The text without one of its thirds: the front, the middle, the end, or from any other place on. */
function cuts(text: string, ...shares: number[]): string[] {
  const third = Math.floor(text.length / 3);
  return [0, 0.5, 1, ...shares].map((share) => {
    const at = Math.floor(share * (text.length - third));
    return text.slice(0, at) + text.slice(at + third);
  });
}

describe('a woven text', () => {
  test('says whose copy it is without any third of it, whoever reads it and whatever it holds', () => {
    fc.assert(
      fc.property(someText, someCopy, someShare, (text, reader, share) => {
        const body = weave(html(text), signsOf(reader));
        for (const left of [...cuts(plain(body), share), ...cuts(body, share)])
          expect(findCopies(left, seals).copies).toMatchObject([reader]);
      }),
      { numRuns: 200 },
    );
  });

  test('says so of three Han already; one alone has no place for a mark', () => {
    const body = plain(weave('<p>看涨了</p>', signsOf()));
    expect(body.length).toBe(3 + 2 * imprintLength);
    for (const left of cuts(body)) expect(findCopies(left, seals).copies).toMatchObject([copy]);
    expect(plain(weave('<p>涨</p>', signsOf()))).toBe('涨');
  });

  test('says so in every passage of a hundred Han', () => {
    const text = plain(weave(`<p>${'产业链的景气度仍在上行并且可以持续'.repeat(40)}</p>`, signsOf()));
    const characters = [...bare(text)];
    const whole = text.match(new RegExp(`[\\u200c\\u200d]{${imprintLength}}`, 'gu')) ?? [];
    expect(whole.length).toBeGreaterThan(characters.length / 55);
    for (const stretch of text.split(/[\u200c\u200d]{100,}/u)) expect([...stretch].length).toBeLessThan(60);
  });

  test('is the text it was, apart from the marks', () => {
    fc.assert(
      fc.property(someText, (text) => {
        const woven = weave(html(text), signsOf());
        expect(woven.replaceAll(`<span aria-hidden="true">${signsOf()}</span>`, '')).toBe(html(text));
      }),
    );
  });

  test('holds marks between two Han alone: not in codes, tickers, Latin, links, formulas, code or headings', () => {
    const text = '研究报告称景气度上行'.repeat(8);
    const kept = [
      `<a href="/x">${text}</a>`,
      `<a class="stock" href="/search?keyword=300750">宁德时代<span>300750</span></a>`,
      `<code>${text}</code>`,
      `<pre tabindex="0"><code>${text}</code></pre>`,
      `<h2 id="s1">${text}</h2>`,
      `<span class="math" data-tex="\\text{${text}}"><math><mtext>${text}</mtext></math></span>`,
      `<img src="/files/a.png" alt="${text}">`,
    ];
    const woven = weave(`<p>${text}${kept.join(text)}${text}</p>`, signsOf());
    for (const part of kept) expect(woven).toContain(part);
    for (const { index, 0: found } of plain(woven).matchAll(/[\u200c\u200d]{100,}/gu)) {
      const [before, after] = [plain(woven).slice(0, index), plain(woven).slice(index + found.length)];
      expect(before).toMatch(/\p{sc=Han}$/u);
      expect(after).toMatch(/^\p{sc=Han}/u);
    }
    for (const latin of ['<p>SMIC 300750.SZ AAPL</p>', '<p>𠮷</p>', '<p>葛󠄀</p>', ''])
      expect(weave(latin, signsOf())).toBe(latin);
  });
});

describe('what is read from a text', () => {
  test('is nothing where nothing was woven in: emoji, Persian, other people’s marks', () => {
    fc.assert(
      fc.property(someText, (text) => {
        expect(findCopies(text, seals)).toEqual({ copies: [], unread: 0 });
      }),
    );
    expect(findCopies('می‌خواهم 👩‍🚀👨‍👩‍👧‍👦\u200b\u200b\ufeff', seals)).toEqual({ copies: [], unread: 0 });
  });

  test('is nobody where it was invented, changed, or sealed by another key', () => {
    const others = toSigns(openSeals('another key').seal(copy));
    // Both halves come from true imprints, of two readers.
    const spliced = signsOf().slice(0, 64) + signsOf({ ...copy, memberId: '7' }).slice(64);
    for (const forged of [others, spliced])
      expect(findCopies(`看${forged}涨`.repeat(30), seals)).toEqual({ copies: [], unread: 30 });
    fc.assert(
      fc.property(noise, (signs) => {
        expect(findCopies(`看${signs.join('')}涨`, seals)).toEqual({ copies: [], unread: 1 });
      }),
    );
  });

  test('is right with a sign lost, doubled or swapped, and with halves of two', () => {
    const mark = signsOf();
    const swap = (at: number) =>
      mark.slice(0, at) + (mark[at] === '\u200c' ? '\u200d' : '\u200c') + mark.slice(at + 1);
    for (const at of [0, 1, 64, 127])
      for (const damaged of [
        mark.slice(0, at) + mark.slice(at + 1),
        mark.slice(0, at) + mark[at] + mark.slice(at),
        swap(at),
      ]) {
        const { copies, unread } = findCopies(`看${damaged}涨`, seals);
        expect(copies, `at ${at}`).toMatchObject([copy]);
        expect(unread).toBe(0);
      }
    for (const text of [
      `看${mark.slice(0, 90)}${mark.slice(60)}涨`,
      `看${mark.slice(0, 70)}涨。${mark.slice(60)}了`,
      ...[0, 1, 2].map((shift) => [3, 17, 40, 77].map((at) => `看${twice(mark, at + shift)}涨`).join('。')),
    ])
      expect(findCopies(text, seals).copies).toMatchObject([copy]);
  });

  test('is the same with what platforms add in between, and in HTML that writes the signs out', () => {
    const mark = signsOf();
    expect(findCopies(`看${mark.slice(0, 40)}\u200b\ufeff${mark.slice(40)}涨`, seals).copies).toMatchObject([
      { ...copy, whole: 1, mended: 0 },
    ]);
    const written = mark.replaceAll('\u200c', '&zwnj;').replaceAll('\u200d', '&#x200D;');
    expect(findCopies(`<p>看${written}涨</p>`, seals).copies).toMatchObject([copy]);
  });

  test('tells several readers apart, and how many marks speak for each', () => {
    const other = { ...copy, memberId: '9', day: '2026-11-22' };
    const { copies } = findCopies(`看${signsOf()}涨${signsOf(other)}了${signsOf(other)}吗`, seals);
    expect(copies).toEqual([
      { ...copy, whole: 1, mended: 0 },
      { ...other, whole: 2, mended: 0 },
    ]);
  });

  test('takes few tries also of a long text of nothing but noise', () => {
    const run = fc.sample(noise, { numRuns: 1500, seed: 3 }).map((signs) => signs.join(''));
    const text = [...run, run.join('')].join('看').slice(0, 200_000);
    let tries = 0;
    const open: typeof seals.open = (sealed) => {
      tries += 1;
      return seals.open(sealed);
    };
    expect(findCopies(text, { ...seals, open }).copies).toEqual([]);
    // A place in the text each, and some hundred mendings of a few runs.
    expect(tries).toBeLessThan(text.length + 50_000);
  });
});

/** With two signs swapped: more than one run alone can be mended by. */
function twice(mark: string, at: number): string {
  const swap = (text: string, place: number) =>
    text.slice(0, place) + (text[place] === '\u200c' ? '\u200d' : '\u200c') + text.slice(place + 1);
  return swap(swap(mark, at), at + 9);
}

describe('a reader’s number', () => {
  test('leads back to its reader, however it is typed, and to no other', () => {
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

  test('is nobody’s where a letter is wrong or missing', () => {
    const number = toReaderNumber('key', '1203');
    for (const at of [0, 6, 13]) {
      const wrong = number.slice(0, at) + (number[at] === 'A' ? 'B' : 'A') + number.slice(at + 1);
      expect(fromReaderNumber('key', wrong)).toBeNull();
      expect(fromReaderNumber('key', number.slice(0, at) + number.slice(at + 1))).toBeNull();
    }
    for (const text of ['', 'UUUU-UUUU-UUUU', '某某某']) expect(fromReaderNumber('key', text)).toBeNull();
  });
});
