import { z } from 'zod';
import { GatewayError } from './gateway.ts';
import type { WechatPaySettings } from './wechat-settings.ts';

const timeoutMs = 10_000;
const answer = z.object({ openid: z.string().min(1) });

/**
 * Who the payer is in the application that is paid through: WeChat's own browser brought back a code, good once and for
 * ten minutes (`connect/oauth2/authorize`, scope `snsapi_base`).
 * @throws GatewayError
 */
export async function askOpenId(
  { appId, appSecret = '', identityApi }: Pick<WechatPaySettings, 'appId' | 'appSecret' | 'identityApi'>,
  code: string,
): Promise<string> {
  const query = new URLSearchParams({
    appid: appId,
    secret: appSecret,
    code,
    grant_type: 'authorization_code',
  });
  const read = answer.safeParse(await ask(`${identityApi}/sns/oauth2/access_token?${query}`));
  if (read.success) return read.data.openid;
  throw new GatewayError('refused', 'OPENID', '没有得到付款人的微信身份，请在微信中重新打开本页');
}

// The address holds the secret: neither it nor an error that quotes it may reach a log.
async function ask(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    return JSON.parse(await response.text());
  } catch {
    throw new GatewayError('unreachable', 'OPENID', '微信没有响应');
  }
}
