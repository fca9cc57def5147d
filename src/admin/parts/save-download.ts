import type { Download } from '#client/calls.ts';

/** Saves a downloaded file in the browser under the server's name for it, or `fallback`. */
export function saveDownload({ bytes, name, type }: Download, fallback: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name ?? fallback;
  link.click();
  // By the next task the browser has started to read the object URL.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
