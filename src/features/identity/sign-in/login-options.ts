import type { Context } from '#kernel/context.ts';
import type { IdentityParts } from '../parts.ts';
import { hasMembersWithoutMobile } from '../queries.ts';

export async function readLoginOptions(ctx: Context, { settings }: Pick<IdentityParts, 'settings'>) {
  const { wechat, wechatService, sms, mail } = await settings(ctx);
  return {
    wechat: wechat !== null,
    wechatInside: wechatService?.hasLogin === true,
    sms: true,
    mail: await hasMembersWithoutMobile(ctx.db),
    outbox: !sms || !mail,
  };
}
