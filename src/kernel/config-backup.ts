import { join, resolve } from 'node:path';
import type { Environment } from './settings/environment.ts';
import type { BackupTarget } from './storage/backup-store.ts';

type Place = NonNullable<Environment['BACKUP_TO']>;

/** Returns where backups go; `place` replaces BACKUP_TO. */
export function backupTargetOf(env: Environment, dataDir: string, place?: Place): BackupTarget {
  const to = place ?? env.BACKUP_TO ?? { path: join(dataDir, 'backups') };
  if ('path' in to) return { kind: 'folder', path: resolve(to.path) };
  const { endpoint, region, accessKeyId, secretAccessKey, isPathStyle } = bucketOf(env);
  return {
    kind: 's3',
    prefix: to.prefix,
    bucket: {
      bucket: to.bucket,
      endpoint: endpoint ?? '',
      region,
      accessKeyId: accessKeyId ?? '',
      secretAccessKey: secretAccessKey ?? '',
      isPathStyle,
    },
  };
}

const bucketOf = (env: Environment) => ({
  endpoint: env.BACKUP_S3_ENDPOINT ?? env.S3_ENDPOINT,
  region: env.BACKUP_S3_REGION ?? env.S3_REGION,
  accessKeyId: env.BACKUP_S3_ACCESS_KEY_ID ?? env.S3_ACCESS_KEY_ID,
  secretAccessKey: env.BACKUP_S3_SECRET_ACCESS_KEY ?? env.S3_SECRET_ACCESS_KEY,
  isPathStyle: env.BACKUP_S3_PATH_STYLE ?? env.S3_PATH_STYLE,
});

/** Returns what a bucket for backups lacks, each with the name of its setting. */
export function backupFaults(env: Environment, place: Place | undefined = env.BACKUP_TO): string[] {
  if (!place || 'path' in place) return [];
  const { endpoint, accessKeyId, secretAccessKey } = bucketOf(env);
  const needed = {
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  return Object.entries(needed)
    .filter(([, value]) => !value)
    .map(([name]) => `设置 ${name} 缺失：备份到存储桶需要它（也可以改设 ${name.replace('BACKUP_', '')}）`);
}
