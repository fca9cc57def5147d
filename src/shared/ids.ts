const largest = 9_223_372_036_854_775_807n;

/** True for a decimal id that fits PostgreSQL's bigint; ids travel as strings everywhere (PRODUCT §4). */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= largest;
}
