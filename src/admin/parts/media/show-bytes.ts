/** A size in words: `812 B`, `3.4 KB`, `12 MB`. */
export function showBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const isLarge = bytes >= 1024 * 1024;
  const value = bytes / (isLarge ? 1024 * 1024 : 1024);
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${isLarge ? 'MB' : 'KB'}`;
}
