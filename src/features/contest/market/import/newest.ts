/** Of quotes the newest of each code. */
export function newestOf<Q extends { code: string; at: Date }>(quotes: readonly Q[]): Q[] {
  const newest = new Map<string, Q>();
  for (const quote of quotes) {
    const known = newest.get(quote.code);
    if (!known || known.at <= quote.at) newest.set(quote.code, quote);
  }
  return [...newest.values()];
}
