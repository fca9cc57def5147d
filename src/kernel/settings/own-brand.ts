/** The brand of the demo edition. A site with another name shows nothing of it. */
export const ownBrand = {
  name: '观澜',
  motto: '看浪，也看水从哪里来。',
  description: '财经资讯与研究',
  /** The waves of the seal, in a square of 44 units. */
  sealPath:
    'M6 15c5.3-6 10.7-6 16 0s10.7 6 16 0M6 23.5c5.3-6 10.7-6 16 0s10.7 6 16 0M6 32c5.3-6 10.7-6 16 0s10.7 6 16 0',
} as const;

type BrandText = { name: string; motto: string; description: string };

/**
 * Returns the effective brand text. Our motto and description belong to our name: a site named 观澜 that has never set
 * them has ours, and a site with another name never has.
 * @param saved the values saved in the back office, where an empty text means none
 */
export function brandTextOf(values: BrandText, saved: Partial<BrandText> = {}): BrandText {
  const isOwn = values.name === ownBrand.name;
  const textOf = (field: 'motto' | 'description') => {
    if (isOwn) return saved[field] ?? (values[field] || ownBrand[field]);
    return values[field] === ownBrand[field] ? '' : values[field];
  };
  return { name: values.name, motto: textOf('motto'), description: textOf('description') };
}
