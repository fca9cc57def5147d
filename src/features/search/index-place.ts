import { join } from 'node:path';
import type { Connection } from '@lancedb/lancedb';
import type { StoragePlace } from '#kernel/storage/storage-place.ts';

/** Where LanceDB keeps the tables of one tenant. `storageOptions` only for a bucket. */
export type IndexPlace = { uri: string; storageOptions?: Record<string, string> };

/** @param place the place of the indexes of all tenants */
export function indexPlaceOf(place: StoragePlace, tenantId: string): IndexPlace {
  if (place.kind === 'folder') return { uri: join(place.path, tenantId) };
  const { bucket, prefix } = place;
  const endpoint = new URL(bucket.endpoint);
  // Without path style, LanceDB expects the bucket in the endpoint.
  if (!bucket.isPathStyle) endpoint.hostname = `${bucket.bucket}.${endpoint.hostname}`;
  return {
    uri: `s3://${[bucket.bucket, prefix, tenantId].filter((part) => part !== '').join('/')}`,
    storageOptions: {
      aws_access_key_id: bucket.accessKeyId,
      aws_secret_access_key: bucket.secretAccessKey,
      aws_region: bucket.region,
      aws_endpoint: endpoint.href.replace(/\/$/, ''),
      aws_virtual_hosted_style_request: `${!bucket.isPathStyle}`,
      allow_http: `${endpoint.protocol === 'http:'}`,
      connect_timeout: '5s',
      timeout: '30s',
      client_max_retries: '2',
      // In seconds.
      client_retry_timeout: '10',
    },
  };
}

/** In a bucket, each look for a newer version is a request, which takes longer than the rest of a query. */
const remoteConsistencySeconds = 1;

/** @param cacheBytes memory for index pages */
export async function openConnection(
  { uri, storageOptions }: IndexPlace,
  cacheBytes: number,
): Promise<Connection> {
  const { connect, Session } = await import('@lancedb/lancedb');
  // With a zero interval every read looks for the newest version, so the next query finds a new post.
  return connect(uri, {
    ...(storageOptions && { storageOptions }),
    readConsistencyInterval: storageOptions ? remoteConsistencySeconds : 0,
    session: new Session(BigInt(cacheBytes), BigInt(64 * 1024 * 1024)),
  });
}
