import { BlockList, isIP } from 'node:net';
import type { Config } from '#kernel/config.ts';
import { isPlainMail } from '#kernel/setting-pieces.ts';
import type { GroupName } from '#kernel/settings/environment.ts';
import { labelOf } from './fields.ts';
import { neededBy, secretsOf, type Values } from './groups.ts';

type Mode = Pick<Config, 'siteMode' | 'allowPlaintext'>;

export type Decision = { values: Values } | { refusal: string };

/**
 * What is to be kept of a group that was filled in: secrets left empty are those held so far, unless what they belong to
 * has changed. @returns a refusal in Chinese, naming the field, for what cannot be kept
 */
export function decideGroup(group: GroupName, given: Values, held: Values, config: Mode): Decision {
  const merged: Record<string, string | boolean> = { ...given };
  for (const [secret, fellows] of Object.entries(secretsOf(group))) {
    if (given[secret]) continue;
    const changed = fellows.find((field) => given[field] !== held[field]);
    if (held[secret] && changed && neededBy(group, given))
      return { refusal: `更换了${labelOf(group, changed)}，请重新填写${labelOf(group, secret)}` };
    merged[secret] = changed ? '' : (held[secret] ?? '');
  }
  const missing = (neededBy(group, merged) ?? []).find((field) => !merged[field]);
  if (missing) return { refusal: `请填写${labelOf(group, missing)}` };
  if (group === 'mail' && merged.provider === 'smtp' && merged.user && !merged.password)
    return { refusal: `请填写${labelOf(group, 'password')}` };
  const refusal = config.siteMode === 'live' ? refuseLive(group, merged, config) : refuseDemo(group, merged);
  return refusal ? { refusal } : { values: merged };
}

/** As at the start (kernel/config-pay.ts): gateways bring what was paid to the site's address, so there has to be one. */
export function refusePayWithoutAddress(
  group: GroupName,
  values: Values,
  address: string | undefined,
): string | null {
  const isPay = group === 'wechatPay' || group === 'alipay';
  if (!isPay || !neededBy(group, values) || address) return null;
  return '支付结果通知到网站地址，请先在「站点」里填写网站地址（url）';
}

/** As at the start (kernel/config.ts): a live portal runs on no stand-in, and nothing of it crosses the net in the open. */
function refuseLive(
  group: GroupName,
  { provider, endpoint, generator, server, url }: Values,
  { allowPlaintext }: Mode,
): string | null {
  if (group === 'sms' && provider === 'outbox')
    return `正式站点须接真实短信，${labelOf(group, 'provider')}不能是发件箱`;
  if (group === 'mail' && provider === 'outbox')
    return `正式站点须接真实邮箱，${labelOf(group, 'provider')}不能是发件箱`;
  if (group === 'mail' && isPlainMail(String(server)) && !allowPlaintext.includes('mail'))
    return `正式站点的邮件须加密，${labelOf(group, 'server')}应为 smtps://主机:465，或 smtp://主机:587?requireTLS=true`;
  if (group === 'site' && String(url).startsWith('http:') && !allowPlaintext.includes('site'))
    return `${labelOf(group, 'url')}应以 https:// 开头`;
  if (group === 'contest' && generator === 'always')
    return `${labelOf(group, 'generator')}不能全天产生（always），正式站点可用 off 或 hours`;
  if (provider === 's3' && !String(endpoint).startsWith('https:'))
    return `${labelOf(group, 'endpoint')}应以 https:// 开头`;
  return null;
}

/** Trying a portal out, storage may stand beside it without a certificate, and nowhere else. */
function refuseDemo(group: GroupName, { provider, endpoint }: Values): string | null {
  const address = provider === 's3' ? URL.parse(String(endpoint)) : null;
  if (!address || address.protocol === 'https:' || isNear(address.hostname)) return null;
  return `${labelOf(group, 'endpoint')}应以 https:// 开头；http:// 只用于本机或内网`;
}

const near = new BlockList();
near.addSubnet('127.0.0.0', 8);
near.addSubnet('10.0.0.0', 8);
near.addSubnet('172.16.0.0', 12);
near.addSubnet('192.168.0.0', 16);

// A name without a dot is one of this machine or its own network, as containers call each other.
const isNear = (host: string): boolean => (isIP(host) === 4 ? near.check(host) : !host.includes('.'));
