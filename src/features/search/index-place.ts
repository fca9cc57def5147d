import { join } from 'node:path';
import type { Connection } from '@lancedb/lancedb';
import type { S3Settings, StoragePlace } from '#kernel/storage/storage-place.ts';

/** Where LanceDB keeps the tables of one tenant. */
export type IndexPlace = { uri: string; bucket?: S3Settings };

/** @param place the place of the indexes of all tenants */
export function indexPlaceOf(place: StoragePlace, tenantId: string): IndexPlace {
  if (place.kind === 'folder') return { uri: join(place.path, tenantId) };
  const { bucket, prefix } = place;
  return { uri: `s3://${[bucket.bucket, prefix, tenantId].filter((part) => part !== '').join('/')}`, bucket };
}

/** @param cacheBytes memory for index pages */
export async function openConnection({ uri, bucket }: IndexPlace, cacheBytes: number): Promise<Connection> {
  const { connect, Session } = await import('@lancedb/lancedb');
  // With a zero interval every read looks for the newest version, so the next query finds a new post.
  return connect(uri, {
    readConsistencyInterval: 0,
    ...(bucket && (await import('#scale/search/index-in-bucket.ts')).optionsOf(bucket)),
    session: new Session(BigInt(cacheBytes), BigInt(64 * 1024 * 1024)),
  });
}
