// Long enough for the slowest browser to start the download; revoking the URL too early saves an empty file.
const REVOKE_DELAY_MS = 60_000;

/** Offers the content as a file to download under this name. */
export function downloadFile(content: BlobPart, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}
