import { join, resolve } from 'node:path';
import type { Environment } from './settings/environment.ts';
import type { StoragePlace } from './storage/storage-place.ts';

/** The value of BACKUP_TO or SEARCH_URI. */
type GivenPlace = NonNullable<Environment['BACKUP_TO']>;
/** What is kept in a place, by the prefix of its settings. */
type Group = 'BACKUP' | 'SEARCH';

/** Returns where backups go; `place` replaces BACKUP_TO. */
export const backupTargetOf = (env: Environment, dataDir: string, place?: GivenPlace): StoragePlace =>
  placeOf(env, 'BACKUP', place ?? env.BACKUP_TO ?? { path: join(dataDir, 'backups') });

/** Returns where the search index is. */
export const searchPlaceOf = (env: Environment, dataDir: string): StoragePlace =>
  placeOf(env, 'SEARCH', env.SEARCH_URI ?? { path: join(dataDir, 'search') });

function placeOf(env: Environment, group: Group, given: GivenPlace): StoragePlace {
  if ('path' in given) return { kind: 'folder', path: resolve(given.path) };
  const { endpoint, region, accessKeyId, secretAccessKey, isPathStyle } = bucketOf(env, group);
  return {
    kind: 's3',
    prefix: given.prefix,
    bucket: {
      bucket: given.bucket,
      endpoint: endpoint ?? '',
      region,
      accessKeyId: accessKeyId ?? '',
      secretAccessKey: secretAccessKey ?? '',
      isPathStyle,
    },
  };
}

const bucketOf = (env: Environment, group: Group) => ({
  endpoint: env[`${group}_S3_ENDPOINT`] ?? env.S3_ENDPOINT,
  region: env[`${group}_S3_REGION`] ?? env.S3_REGION,
  accessKeyId: env[`${group}_S3_ACCESS_KEY_ID`] ?? env.S3_ACCESS_KEY_ID,
  secretAccessKey: env[`${group}_S3_SECRET_ACCESS_KEY`] ?? env.S3_SECRET_ACCESS_KEY,
  isPathStyle: env[`${group}_S3_PATH_STYLE`] ?? env.S3_PATH_STYLE,
});

/** Returns what a bucket for backups lacks, each with the name of its setting. */
export const backupFaults = (env: Environment, place: GivenPlace | undefined = env.BACKUP_TO): string[] =>
  faultsOf(env, 'BACKUP', '备份到存储桶', place);

/** Returns what a bucket for the search index lacks, each with the name of its setting. */
export const searchFaults = (env: Environment): string[] =>
  faultsOf(env, 'SEARCH', '搜索索引放在存储桶里', env.SEARCH_URI);

function faultsOf(env: Environment, group: Group, purpose: string, place: GivenPlace | undefined): string[] {
  if (!place || 'path' in place) return [];
  const { endpoint, accessKeyId, secretAccessKey } = bucketOf(env, group);
  const needed = {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  return Object.entries(needed)
    .filter(([, value]) => !value)
    .map(([name]) => `设置 ${group}_${name} 缺失：${purpose}需要它（也可以改设 ${name}）`);
}
