// Long enough for the slowest browser to have begun; an address let go of too early saves an empty file.
const KEPT_MS = 60_000;

/** Hands the person a file to save, under this name. */
export function saveFile(content: BlobPart, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
