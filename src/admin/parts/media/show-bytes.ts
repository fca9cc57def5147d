const units = ['B', 'KB', 'MB', 'GB'];

/** Formats a file size: `812 B`, `3.4 KB`, `12 MB`. */
export function showBytes(bytes: number): string {
  const step = Math.min(3, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)));
  const value = bytes / 1024 ** step;
  return `${step > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[step]}`;
}
