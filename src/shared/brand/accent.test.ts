import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveAccent, grounds, writeAccent } from './accent.ts';
import { contrast, toHex, toOklch } from './colour.ts';

const hexColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const tokens = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8');
const tokenOf = (name: string): string[] =>
  new RegExp(`--c-${name}: (?:light-dark\\()?(#\\w{6})(?:, (#\\w{6}))?`).exec(tokens)?.slice(1) ?? [];

test('uses the backgrounds of the style sheet', () => {
  for (const theme of [0, 1] as const)
    expect(['page', 'raised', 'sunken'].map((name) => tokenOf(name)[theme])).toEqual(grounds[theme]);
});

test('converts a colour to OKLCH and back', () => {
  fc.assert(fc.property(hexColour, (hex) => toHex(toOklch(hex)) === hex));
});

test('gives every accepted colour readable text and buttons in both themes', () => {
  const texts = ['text', 'text-2', 'text-3'];
  let accepted = 0;
  fc.assert(
    fc.property(hexColour, (hex) => {
      const tones = deriveAccent(hex);
      if (!tones) return;
      accepted += 1;
      for (const theme of [0, 1] as const) {
        const tone = (name: keyof typeof tones) => tones[name][theme];
        const soft = tone('accent-soft');
        for (const ground of [...grounds[theme], soft])
          expect(contrast(tone('accent'), ground)).toBeGreaterThanOrEqual(4.5);
        for (const fill of [tone('accent-fill'), tone('accent-fill-hover')])
          expect(contrast('#ffffff', fill)).toBeGreaterThanOrEqual(4.5);
        for (const ground of grounds[theme])
          expect(contrast(tone('accent-fill'), ground)).toBeGreaterThanOrEqual(3);
        for (const text of texts)
          expect(contrast(tokenOf(text)[theme] ?? '', soft)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(tokenOf('on-mark')[theme] ?? '', tone('mark'))).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: 300 },
  );
  expect(accepted).toBeGreaterThan(100);
});

test.for(['#ffffff', '#fff59d', '#ffd400', '#e0f7fa', '#ccff90'])('refuses the light colour %s', (hex) => {
  expect(deriveAccent(hex)).toBeNull();
});

test.for(['#000000', '#c2371c', '#0b5394', '#1a73e8', '#07c160', '#7b1fa2', '#e65100', '#00838f'])(
  'accepts %s, and keeps its hue',
  (hex) => {
    const tones = deriveAccent(hex);
    expect(tones).not.toBeNull();
    const { hue, chroma } = toOklch(hex);
    const derived = toOklch(tones?.accent[0] ?? '');
    if (chroma > 0.01) expect(Math.abs(derived.hue - hue)).toBeLessThan(0.05);
  },
);

test('writes both themes as rules that older browsers know', () => {
  const tones = deriveAccent('#0b5394');
  const style = tones ? writeAccent(tones) : '';
  expect(style).toMatch(/^:root:root\{--c-accent:#0b5394;--c-accent-fill:#0b5394;/);
  expect(style.split(`--c-accent:${tones?.accent[1]};`)).toHaveLength(3);
  expect(style).not.toContain('light-dark');
});
