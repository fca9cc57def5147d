/** A size as people read it: `3.4 MB`. */
export function showBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)));
  const size = bytes / 1024 ** step;
  return `${step === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[step]}`;
}
