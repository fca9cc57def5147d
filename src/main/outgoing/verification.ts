import type { CurrentSettings } from '#features/settings/index.ts';
import { xmlText } from '#shared/text/xml.ts';

const metaNames = {
  baiduCode: 'baidu-site-verification',
  googleCode: 'google-site-verification',
  bingCode: 'msvalidate.01',
  qihooCode: '360-site-verification',
  sogouCode: 'sogou_site_verification',
  shenmaCode: 'shenma-site-verification',
} as const;

/** Returns the meta tags by which search engines verify the site. */
export const renderVerification = (engines: CurrentSettings['engines']): string =>
  Object.entries(metaNames)
    .filter(([field]) => engines[field as keyof typeof metaNames])
    .map(
      ([field, name]) =>
        `<meta name="${name}" content="${xmlText(engines[field as keyof typeof metaNames])}">`,
    )
    .join('');
