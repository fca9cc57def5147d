import { deleteSealedSettings, isPortalKeyRight, sealSettings } from '#features/settings/index.ts';
import { ConfigError } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import type { RunCommand } from './command.ts';

/**
 * Seals, with the portal's key, secrets that an older version stored in clear text. The worker seals second factors
 * later. May be repeated.
 * @throws ConfigError if the secrets in the database are sealed with another key
 */
export async function checkPortalKey(ctx: Context): Promise<void> {
  if (!(await isPortalKeyRight(ctx)))
    throw new ConfigError(
      '这里的密钥（PORTAL_KEY，或 DATA_DIR 里的 portal.key）不是加密这个数据库的那一把。请把原来的密钥放回来；多台机器须用同一个 PORTAL_KEY。原来的密钥找不回时，运行 npm run guanlan -- forget-secrets：它清除第三方密钥与两步验证，之后须重新填写和开启。',
    );
  await sealSettings(ctx);
}

/** The `forget-secrets` command: deletes all sealed secrets, for when the portal's key is lost. */
export const forgetSecretsCommand: RunCommand = async (_, core) => {
  const { deleteSealedTotp } = await import('#features/identity/index.ts');
  for (const tenant of core.tenants.values()) {
    const ctx = core.contextOf(tenant);
    if (await isPortalKeyRight(ctx)) {
      console.log('这里的密钥就是加密数据库的那一把，没有清除任何内容');
      continue;
    }
    const members = await deleteSealedTotp(ctx);
    const groups = await deleteSealedSettings(ctx);
    console.log(`已清除设置：${groups.join('、') || '无'}；已关闭两步验证：${members} 个账号`);
  }
  return 0;
};
