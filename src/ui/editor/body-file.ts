/** A file the server has, as a body shows it. `bytes` its size; pixels are known of pictures. */
export type BodyFile = {
  kind: 'image' | 'video' | 'audio' | 'file';
  address: string;
  name: string;
  /** What a picture shows, for who cannot see it. */
  alt: string;
  width: number | null;
  height: number | null;
  bytes: number;
};

/** What came of bringing or sending one: `isNew` is false where the server had it already. */
export type ArrivedFile = { item: BodyFile; isNew: boolean };
