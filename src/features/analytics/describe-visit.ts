import Bowser from 'bowser';
import type { Visit } from '#features/posts/events.ts';
import { provinceOf } from '#kernel/province.ts';
import type { OriginKind } from './schema.ts';

/** Returns what figures keep of a visit: the other site's host, the kind of device, the province or country. */
export const describeVisit = ({ address, userAgent, referrer }: Visit): Record<OriginKind, string> => ({
  referrer: siteOf(referrer),
  device: deviceOf(userAgent),
  region: provinceOf(address),
});

/** Returns the host in lower case, without a port and `www.` or `m.`; empty if it is none. */
function siteOf(referrer: string): string {
  const host = URL.parse(`https://${referrer}`)?.hostname.replace(/^(?:www|m)\./, '') ?? '';
  return /^[\w-]+(?:\.[\w-]+)+$/.test(host) ? host : '';
}

const deviceNames: Record<string, string> = { mobile: '手机', tablet: '平板', desktop: '电脑' };

// WeChat's browser tells no referrer, so it is a kind of its own.
const deviceOf = (userAgent: string): string =>
  /MicroMessenger/i.test(userAgent)
    ? '微信'
    : (deviceNames[(userAgent && Bowser.parse(userAgent).platform.type) || ''] ?? '');
