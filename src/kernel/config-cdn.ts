import type { Environment } from './settings/environment.ts';

/** An account of Aliyun; `endpoint` is an address. */
export type AliyunCdn = { accessKeyId: string; accessKeySecret: string; endpoint: string };

/** A cache in front of the portal, and how it is purged. `targets` are origins. */
export type Cdn =
  | { kind: 'varnish' | 'nginx' | 'http'; targets: readonly string[]; secret: string | undefined }
  | ({ kind: 'aliyun' } & AliyunCdn);

const aliyunOf = (env: Environment): AliyunCdn => ({
  accessKeyId: env.CDN_ACCESS_KEY_ID ?? env.ALIYUN_ACCESS_KEY_ID ?? '',
  accessKeySecret: env.CDN_ACCESS_KEY_SECRET ?? env.ALIYUN_ACCESS_KEY_SECRET ?? '',
  endpoint: env.CDN_ENDPOINT,
});

export function cdnOf(env: Environment): Cdn | null {
  if (env.CDN === 'off') return null;
  if (env.CDN === 'aliyun') return { kind: env.CDN, ...aliyunOf(env) };
  return { kind: env.CDN, targets: env.CDN_PURGE, secret: env.CDN_SECRET };
}

/** Returns what a CDN lacks, each with the name of its setting: one that cannot be purged would show withdrawn posts. */
export function cdnFaults(env: Environment): string[] {
  if (env.CDN === 'off') return [];
  if (env.CDN === 'aliyun') {
    const { accessKeyId, accessKeySecret } = aliyunOf(env);
    return [
      !accessKeyId && '设置 CDN_ACCESS_KEY_ID 缺失：刷新阿里云 CDN 需要它（也可以改设 ALIYUN_ACCESS_KEY_ID）',
      !accessKeySecret &&
        '设置 CDN_ACCESS_KEY_SECRET 缺失：刷新阿里云 CDN 需要它（也可以改设 ALIYUN_ACCESS_KEY_SECRET）',
    ].filter((fault) => fault !== false);
  }
  return [
    env.CDN_PURGE.length === 0 && `设置 CDN_PURGE 缺失：CDN=${env.CDN} 需要接收清除请求的地址`,
    env.CDN === 'http' && !env.CDN_SECRET && '设置 CDN_SECRET 缺失：CDN=http 的清除请求需要密钥',
  ].filter((fault) => fault !== false);
}
