import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Settings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { invalid, notFound, unavailable } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { type OpenServiceAccount, WechatFault } from '#kernel/wechat/service-account.ts';
import type { ShareSignature, signatureQuery } from './schema.ts';

export type AccountParts = { settings: Settings; serviceAccount: OpenServiceAccount };

/**
 * Signs the address of a page of this site for WeChat's JS-SDK. The address is signed as the browser sends it, without its
 * fragment; that of another host is refused, so the site's right to share is nobody else's.
 * @throws invalid for such an address; notFound without share cards; unavailable when WeChat gives no ticket
 */
export async function signShare(
  ctx: Context,
  { settings, serviceAccount }: AccountParts,
  { address, isRefused }: z.output<typeof signatureQuery>,
  origin: Pick<Origin, 'site'>,
): Promise<ShareSignature> {
  const { wechatService, site } = await settings(ctx);
  if (!wechatService?.hasShareCards) throw notFound('本站没有开通微信分享卡片');
  const own = URL.parse(site.url ?? origin.site);
  const url = URL.parse(address);
  if (!url || !own || url.origin !== own.origin || url.username || url.password)
    throw invalid('页面地址应是本站的地址', 'address');
  const ticket = await serviceAccount(ctx, wechatService)
    .takeShareTicket(isRefused)
    .catch((error: unknown) => {
      if (!(error instanceof WechatFault)) throw error;
      ctx.log.error({ code: error.code, message: error.message }, 'WeChat gave no share ticket');
      throw unavailable('微信暂时不能分享卡片，请稍后再试');
    });
  const nonceStr = randomBytes(16).toString('hex');
  const timestamp = Math.floor(ctx.now().getTime() / 1000);
  const [signed = ''] = address.split('#');
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${signed}`;
  return {
    appId: wechatService.appId,
    timestamp,
    nonceStr,
    signature: createHash('sha1').update(text).digest('hex'),
  };
}
