import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast } from '#shared/brand/colour.ts';

/** Minimum contrast of text, WCAG 2.2 success criterion 1.4.3. */
const textContrast = 4.5;
/** Minimum contrast of control boundaries, success criterion 1.4.11. */
const controlContrast = 3;

const src = new URL('..', import.meta.url);
const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** Returns the colours of one theme by name: the first (0) or second (1) of `light-dark()`. */
function coloursOf(theme: 0 | 1): Map<string, string> {
  const colour = '#[0-9a-f]{6}';
  const declared = tokens.matchAll(
    new RegExp(`(--c-[\\w-]+):\\s*(?:light-dark\\((${colour}), (${colour})\\)|(${colour}));`, 'g'),
  );
  return new Map(
    [...declared].map(([, name = '', day, night, always]) => [name, always ?? [day, night][theme] ?? '']),
  );
}

const themes = { light: coloursOf(0), dark: coloursOf(1) };

type Pair = readonly [text: string, ground: string];

/** A rule that sets only a text colour may apply on any of the three backgrounds. */
const onEveryGround = [
  'text',
  'text-2',
  'text-3',
  'accent',
  'vip',
  'rise',
  'fall',
  'flat',
  'danger',
  'warning',
  'success',
  'info',
];
const grounds = ['page', 'raised', 'sunken'];

/** Pairs of text and background that one rule sets together; disabled text is exempt. */
const setTogether = globSync('**/*.css', { cwd: src }).flatMap((file) =>
  [...readFileSync(new URL(file, src), 'utf8').matchAll(/\{([^{}]*)\}/g)].flatMap(([, body = '']): Pair[] => {
    const text = /(?<![-\w])color:\s*var\(--c-([\w-]+)\)/.exec(body)?.[1];
    const ground = /background(?:-color)?:\s*var\(--c-([\w-]+)\)/.exec(body)?.[1];
    return text && ground && text !== 'text-disabled' ? [[text, ground]] : [];
  }),
);
const pairs = new Map(
  [...onEveryGround.flatMap((text) => grounds.map((ground): Pair => [text, ground])), ...setTogether].map(
    (pair) => [pair.join(' on '), pair],
  ),
);

test('redefines every text and background colour in the dark theme', () => {
  for (const name of [...onEveryGround, ...grounds])
    expect(themes.dark.get(`--c-${name}`)).not.toBe(themes.light.get(`--c-${name}`));
});

test("maps the reader's choice and the system's setting to the same colours", () => {
  expect(tokens).toMatch(/:root,\s+\[data-scheme\] \{\s+color-scheme: light dark;/);
  expect(tokens).toMatch(/:root\[data-theme="light"\] \{\s+color-scheme: light;/);
  expect(tokens).toMatch(/:root\[data-theme="dark"\] \{\s+color-scheme: dark;/);
  expect(tokens.match(/--picture-dim: 0\.8;/g)).toHaveLength(2);
});

test('finds the colour pairs in the style sheets', () => {
  expect(setTogether.length).toBeGreaterThan(40);
  expect(pairs.size).toBeGreaterThan(45);
});

describe.each(Object.entries(themes))('%s theme', (_, colours) => {
  const ratio = (one: string, other: string) =>
    contrast(colours.get(`--c-${one}`) ?? '', colours.get(`--c-${other}`) ?? '');

  test.each([...pairs])('has enough contrast for text: %s', (_name, [text, ground]) => {
    expect(ratio(text, ground)).toBeGreaterThanOrEqual(textContrast);
  });

  test.each(grounds)('has enough contrast for the borders of controls and the focus ring on %s', (ground) => {
    expect(ratio('control', ground)).toBeGreaterThanOrEqual(controlContrast);
    expect(ratio('focus', ground)).toBeGreaterThanOrEqual(controlContrast);
  });
});
