import { createHash } from 'node:crypto';
import type { CurrentSettings } from '#features/settings/index.ts';
import { ownBrand } from '#kernel/settings/own-brand.ts';
import type { Site } from '../../web/entry.server.tsx';

/** What the site looks like to readers, as decided by its settings. */
export type Brand = Pick<Site, 'name' | 'motto' | 'description' | 'seal' | 'picture'> & {
  /** Changes with whatever the icons show, so that their addresses can be cached. */
  version: string;
};

export function brandOf({ name, motto, description }: CurrentSettings['site']): Brand {
  const isOwn = name === ownBrand.name;
  return {
    name,
    motto,
    description,
    seal: isOwn ? ownBrand.sealPath : '',
    picture: isOwn ? '/brand/picture.svg' : '',
    version: createHash('sha256').update(name).digest('hex').slice(0, 8),
  };
}

/** The colours of `src/ui/tokens.css` that documents outside of the style sheets need. */
export const defaultFill = '#c2371c';

/** Returns the icon and manifest links for the head of a document. */
export const renderBrandHead = ({ version }: Brand): string =>
  `<link rel="icon" href="/favicon.svg?v=${version}" type="image/svg+xml"><link rel="manifest" href="/manifest.webmanifest">`;

/** The web app manifest (W3C). */
export const describeApp = ({ name, description, version }: Brand) => ({
  name,
  short_name: name,
  ...(description && { description }),
  lang: 'zh-CN',
  start_url: '/index',
  display: 'minimal-ui',
  background_color: '#fcfbf8',
  theme_color: '#fcfbf8',
  icons: [{ src: `/favicon.svg?v=${version}`, sizes: 'any', type: 'image/svg+xml' }],
});
