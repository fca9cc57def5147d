/** A bucket. `endpoint` is the provider's address without a trailing slash; path style is for MinIO. */
export type S3Settings = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  isPathStyle: boolean;
};

/** A folder of this machine, or the objects of a bucket below a prefix. */
export type StoragePlace =
  | { kind: 'folder'; path: string }
  | { kind: 's3'; bucket: S3Settings; prefix: string };

/** Returns the place for people, without credentials: a folder, or `s3://bucket/prefix`. */
export const namePlace = (place: StoragePlace): string =>
  place.kind === 'folder' ? place.path : `s3://${place.bucket.bucket}${place.prefix && `/${place.prefix}`}`;
