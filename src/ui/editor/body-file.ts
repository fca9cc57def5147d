/** A file stored on the server, as a body shows it. `bytes` is its size; only images have pixel dimensions. */
export type BodyFile = {
  kind: 'image' | 'video' | 'audio' | 'file';
  address: string;
  name: string;
  alt: string;
  width: number | null;
  height: number | null;
  bytes: number;
};

/** Result of an upload or import; `isNew` is false if the server already had the file. */
export type UploadedBodyFile = { item: BodyFile; isNew: boolean };
