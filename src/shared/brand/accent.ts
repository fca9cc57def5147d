import { contrast, type Oklch, toHex, toOklch } from './colour.ts';

/** A colour of the light and of the dark theme. */
type Pair = readonly [light: string, dark: string];

/** The accent tokens of `src/ui/tokens.css` by name. */
export type AccentTones = Readonly<
  Record<'accent' | 'accent-fill' | 'accent-fill-hover' | 'accent-soft' | 'mark', Pair>
>;

/** `--c-page`, `--c-raised` and `--c-sunken` of `src/ui/tokens.css`, of the light and of the dark theme. */
export const grounds = [
  ['#fcfbf8', '#ffffff', '#f4f2ed'],
  ['#141517', '#1e2022', '#1b1d1f'],
] as const;

/** Minimum contrast of text (WCAG 1.4.3) and of the boundary of a control (1.4.11). */
const textContrast = 4.5;
const controlContrast = 3;

/** By how much lightness may fall for contrast: beyond it, people no longer recognise the colour. */
const maxDarkening = 0.25;
const step = 0.005;
const white = '#ffffff';

export const accentPattern = /^#[0-9a-f]{6}$/i;

/**
 * Derives the accent of both themes from one colour. Only lightness changes, until text has a contrast of 4.5:1 on every
 * background and on its own tint, and white has it on a filled button.
 * @param hex `#rrggbb`
 * @returns the tones; null if the colour is too light for this without becoming another one
 */
export function deriveAccent(hex: string): AccentTones | null {
  const chosen = toOklch(hex.toLowerCase());
  const soft: Pair = [tint(chosen, 0.955, 0.018), tint(chosen, 0.255, 0.03)];
  const light = shift(chosen, -step, (colour) => isReadable(colour, [...grounds[0], soft[0]]));
  if (!light || chosen.lightness - light.lightness > maxDarkening) return null;
  const dark = shift(chosen, step, (colour) => isReadable(colour, [...grounds[1], soft[1]]));
  const fill = fillOf(chosen);
  if (!dark || !fill) return null;
  const hover = (colour: Oklch) => toHex({ ...colour, lightness: Math.max(0, colour.lightness - 0.06) });
  return {
    accent: [toHex(light), toHex(dark)],
    'accent-fill': [toHex(light), toHex(fill)],
    'accent-fill-hover': [hover(light), hover(fill)],
    'accent-soft': soft,
    mark: [tint(chosen, 0.9, 0.04), tint(chosen, 0.35, 0.06)],
  };
}

/** Returns the tokens of one theme as custom properties. */
export const accentProperties = (tones: AccentTones, theme: 'light' | 'dark'): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tones).map(([name, [light, dark]]) => [`--c-${name}`, theme === 'dark' ? dark : light]),
  );

/**
 * Returns the rules for a document. They do not use `light-dark()`, which the build replaces in style sheets because
 * older browsers do not know it. Paper is light.
 */
export function writeAccent(tones: AccentTones): string {
  const [light, dark] = (['light', 'dark'] as const).map((theme) =>
    Object.entries(accentProperties(tones, theme))
      .map(([name, value]) => `${name}:${value}`)
      .join(';'),
  );
  return (
    `:root:root{${light}}@media screen{:root:root[data-theme="dark"]{${dark}}}` +
    `@media screen and (prefers-color-scheme:dark){:root:root:not([data-theme="light"]){${dark}}}`
  );
}

/** The fill of the dark theme: white text is readable on it, and it stands out from the page and from dialogs. */
function fillOf(chosen: Oklch): Oklch | null {
  const darkened = shift(chosen, -step, (colour) => contrast(toHex(colour), white) >= textContrast);
  return (
    darkened &&
    shift(darkened, step, (colour) =>
      grounds[1].every((one) => contrast(toHex(colour), one) >= controlContrast),
    )
  );
}

const isReadable = (colour: Oklch, backgrounds: readonly string[]): boolean =>
  backgrounds.every((one) => contrast(toHex(colour), one) >= textContrast);

/** Changes the lightness until `isEnough`. @returns null if no lightness is */
function shift(from: Oklch, by: number, isEnough: (colour: Oklch) => boolean): Oklch | null {
  for (let { lightness } = from; lightness >= 0 && lightness <= 1; lightness += by)
    if (isEnough({ ...from, lightness })) return { ...from, lightness };
  return null;
}

const tint = ({ hue, chroma }: Oklch, lightness: number, maxChroma: number): string =>
  toHex({ hue, lightness, chroma: Math.min(chroma, maxChroma) });
