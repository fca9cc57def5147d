const maxId = 9_223_372_036_854_775_807n;

/** Returns whether a text is a decimal id within bigint. Ids are strings everywhere (docs/product.md §14). */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= maxId;
}
