/** A square of a picture, in its own pixels. */
export type Square = { x: number; y: number; width: number; height: number };

// What the server keeps is 256 px; twice that leaves it something to choose from.
const EDGE = 512;

/** Reads a file as a data address: pages may show pictures of their own site and such addresses only. */
export function readAsAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Cuts the square out of the picture at `src`. @throws when the browser cannot draw it */
export async function cropPicture(src: string, square: Square): Promise<Blob> {
  const picture = new Image();
  picture.src = src;
  await picture.decode();
  const canvas = document.createElement('canvas');
  const edge = Math.max(1, Math.min(EDGE, Math.round(square.width)));
  canvas.width = edge;
  canvas.height = edge;
  const { x, y, width, height } = square;
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, edge, edge);
  // PNG keeps what is transparent; every browser writes it.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the canvas gave no picture');
  return blob;
}
