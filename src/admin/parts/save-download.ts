import type { Download } from '#client/calls.ts';

/** Hands a downloaded file to the browser to be kept, under the server's name for it. */
export function saveDownload({ bytes, name, type }: Download, fallback: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name ?? fallback;
  link.click();
  // The browser has begun to read it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
