import { BlockList, isIP } from 'node:net';
import type { Config } from '#kernel/config.ts';
import { isPlaintextMail } from '#kernel/setting-schemas.ts';
import type { GroupName } from '#kernel/settings/environment.ts';
import { labelOf } from './fields.ts';
import { type GroupValues, requiredFieldsOf, secretsOf } from './groups.ts';

type Mode = Pick<Config, 'siteMode' | 'allowPlaintext'> & Partial<Pick<Config, 'siteUrl'>>;

/** A refusal names the field by its label; `field` is its name in the group. */
type Refusal = { refusal: string; field: string };
export type Decision = { values: GroupValues } | Refusal;

/**
 * Merges a submitted group with the stored one: a secret left empty is kept, unless a field it is tied to has changed.
 * @returns the values to save, or a refusal in Chinese that names the field
 */
export function decideGroup(
  group: GroupName,
  given: GroupValues,
  stored: GroupValues,
  config: Mode,
): Decision {
  const merged: Record<string, string | boolean> = { ...given };
  for (const [secret, linkedFields] of Object.entries(secretsOf(group))) {
    if (given[secret]) continue;
    const changed = linkedFields.find((field) => given[field] !== stored[field]);
    if (stored[secret] && changed && requiredFieldsOf(group, given))
      return {
        refusal: `更换了${labelOf(group, changed)}，请重新填写${labelOf(group, secret)}`,
        field: changed,
      };
    merged[secret] = changed ? '' : (stored[secret] ?? '');
  }
  const missing = (requiredFieldsOf(group, merged) ?? []).find((field) => !merged[field]);
  if (missing) return { refusal: `请填写${labelOf(group, missing)}`, field: missing };
  if (group === 'mail' && merged.provider === 'smtp' && merged.user && !merged.password)
    return { refusal: `请填写${labelOf(group, 'password')}`, field: 'password' };
  if (group === 'statistics' && Boolean(merged.umamiScript) !== Boolean(merged.umamiSite)) {
    const field = merged.umamiScript ? 'umamiSite' : 'umamiScript';
    return { refusal: `请填写${labelOf(group, field)}`, field };
  }
  const missingPart = group === 'engines' && findMissingOfEngines(merged);
  if (missingPart) return { refusal: `请填写${labelOf(group, missingPart)}`, field: missingPart };
  const refusal =
    config.siteMode === 'live' ? findLiveRefusal(group, merged, config) : findDemoRefusal(group, merged);
  return refusal ?? { values: merged };
}

/** Returns the field that a switched-on push or a verification file lacks. */
const findMissingOfEngines = (values: GroupValues): string | undefined =>
  [
    values.baiduPush && !values.baiduToken && 'baiduToken',
    values.indexNow && !values.indexNowKey && 'indexNowKey',
    values.fileName && !values.fileText && 'fileText',
    values.fileText && !values.fileName && 'fileName',
  ].find((field) => typeof field === 'string' && field !== '') as string | undefined;

/**
 * The same rule as at startup (kernel/config-pay.ts): gateways send payment notices to the site's address, so it is
 * required.
 */
export function findPayAddressRefusal(
  group: GroupName,
  values: GroupValues,
  address: string | undefined,
): string | null {
  const isPay = group === 'wechatPay' || group === 'alipay';
  if (!isPay || !requiredFieldsOf(group, values) || address) return null;
  return '支付结果通知到网站地址，请先在“站点”里填写网站地址';
}

/**
 * The same rule as at startup (kernel/config.ts): a live portal uses no stand-ins, and no unencrypted connections
 * unless ALLOW_PLAINTEXT permits them.
 */
export function findLiveRefusal(
  group: GroupName,
  { provider, endpoint, generator, server, url }: GroupValues,
  { allowPlaintext, siteUrl }: Mode,
): Refusal | null {
  const refuse = (field: string, say: (label: string) => string) => ({
    refusal: say(labelOf(group, field)),
    field,
  });
  if (group === 'sms' && provider === 'outbox')
    return refuse('provider', (label) => `正式站点须接真实短信，${label}不能是发件箱`);
  if (group === 'mail' && provider === 'outbox')
    return refuse('provider', (label) => `正式站点须接真实邮箱，${label}不能是发件箱`);
  if (group === 'mail' && isPlaintextMail(String(server)) && !allowPlaintext.includes('mail'))
    return refuse(
      'server',
      (label) => `正式站点的邮件须加密，${label}应为 smtps://主机:465，或 smtp://主机:587?requireTLS=true`,
    );
  if (group === 'site' && !url && !siteUrl) return refuse('url', (label) => `请填写${label}`);
  if (group === 'site' && String(url).startsWith('http:') && !allowPlaintext.includes('site'))
    return refuse('url', (label) => `${label}应以 https:// 开头`);
  if (group === 'contest' && generator === 'always')
    return refuse('generator', (label) => `${label}不能全天产生，正式站点可用 off 或 hours`);
  if (provider === 's3' && !String(endpoint).startsWith('https:'))
    return refuse('endpoint', (label) => `${label}应以 https:// 开头`);
  return null;
}

/** On a demo portal, storage without TLS is allowed only on the local host or network. */
function findDemoRefusal(group: GroupName, { provider, endpoint }: GroupValues): Refusal | null {
  const address = provider === 's3' ? URL.parse(String(endpoint)) : null;
  if (!address || address.protocol === 'https:' || isPrivateHost(address.hostname)) return null;
  return {
    refusal: `${labelOf(group, 'endpoint')}应以 https:// 开头；http:// 只用于本机或内网`,
    field: 'endpoint',
  };
}

const privateNetworks = new BlockList();
privateNetworks.addSubnet('127.0.0.0', 8);
privateNetworks.addSubnet('10.0.0.0', 8);
privateNetworks.addSubnet('172.16.0.0', 12);
privateNetworks.addSubnet('192.168.0.0', 16);

// A name without a dot is on the local host or network, as containers address each other.
const isPrivateHost = (host: string): boolean =>
  isIP(host) === 4 ? privateNetworks.check(host) : !host.includes('.');
