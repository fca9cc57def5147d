/** A colour in OKLCH (CSS Color 4): lightness 0 to 1, chroma, hue in radians. */
export type Oklch = { lightness: number; chroma: number; hue: number };

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
const fromLinear = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

/** @param hex `#rrggbb` */
function readLinear(hex: string): [red: number, green: number, blue: number] {
  const channelAt = (at: number) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [channelAt(1), channelAt(3), channelAt(5)];
}

/** Relative luminance as WCAG defines it. */
export function luminance(hex: string): number {
  const [red, green, blue] = readLinear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours as WCAG defines it: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

// The matrices of CSS Color 4, after Björn Ottosson.
export function toOklch(hex: string): Oklch {
  const [r, g, b] = readLinear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(x, y),
    hue: Math.atan2(y, x),
  };
}

function toLinearRgb({ lightness, chroma, hue }: Oklch): number[] {
  const x = chroma * Math.cos(hue);
  const y = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const m = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const s = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const isInGamut = (rgb: number[]): boolean => rgb.every((channel) => channel >= -0.0001 && channel <= 1.0001);

/** Returns `#rrggbb`. A colour outside sRGB loses as much chroma as it must. */
export function toHex(colour: Oklch): string {
  let { chroma } = colour;
  while (chroma > 0 && !isInGamut(toLinearRgb({ ...colour, chroma }))) chroma = Math.max(0, chroma - 0.002);
  const channels = toLinearRgb({ ...colour, chroma }).map((channel) =>
    Math.round(255 * fromLinear(Math.min(1, Math.max(0, channel)))),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
