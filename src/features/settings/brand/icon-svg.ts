import { graphemeOffset } from '#shared/text/graphemes.ts';
import { xmlText } from '#shared/text/xml.ts';

type Seal = { name: string; seal: string; fill: string };

const serif = "'Songti SC','Noto Serif CJK SC','Noto Serif SC','SimSun',serif";

/** Draws the seal as an SVG: the waves of `seal`, or the first character of the name. */
export function drawSeal({ name, seal, fill }: Seal): string {
  const sign = seal
    ? `<path d="${seal}" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>`
    : `<text x="22" y="32" font-family="${serif}" font-size="29" font-weight="700" text-anchor="middle" fill="#fff">${xmlText(name.slice(0, graphemeOffset(name, 1)))}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44"><rect width="44" height="44" rx="3" fill="${fill}"/>${sign}</svg>`;
}
