import { createHash } from 'node:crypto';
import type { CurrentSettings } from '#features/settings/index.ts';
import { ownBrand } from '#kernel/settings/own-brand.ts';
import { deriveAccent, writeAccent } from '#shared/brand/accent.ts';
import type { Site } from '../../web/entry.server.tsx';

/** What the site looks like to readers, as decided by its settings. */
export type Brand = Pick<Site, 'name' | 'motto' | 'description' | 'seal' | 'picture'> & {
  /** Changes with whatever the icons show, so that their addresses can be cached. */
  version: string;
  /** The accent as CSS declarations; empty for the one of `src/ui/tokens.css`. */
  accentStyle: string;
  /** The colour of the seal in icons. */
  fill: string;
};

export function brandOf({ name, motto, description, accent }: CurrentSettings['site']): Brand {
  const isOwn = name === ownBrand.name;
  const tones = accent ? deriveAccent(accent) : null;
  const fill = tones?.['accent-fill'][0] ?? defaultFill;
  return {
    name,
    motto,
    description,
    seal: isOwn ? ownBrand.sealPath : '',
    picture: isOwn ? '/brand/picture.svg' : '',
    version: createHash('sha256').update(`${name} ${fill}`).digest('hex').slice(0, 8),
    accentStyle: tones ? writeAccent(tones) : '',
    fill,
  };
}

/** `--c-accent-fill` of `src/ui/tokens.css` in the light theme. */
const defaultFill = '#c2371c';

/** Returns the icons, the manifest and the accent for the head of a document, after its style sheets. */
export const renderBrandHead = ({ version, accentStyle }: Brand): string =>
  `<link rel="icon" href="/favicon.svg?v=${version}" type="image/svg+xml"><link rel="manifest" href="/manifest.webmanifest">${accentStyle && `<style>:root:root{${accentStyle}}</style>`}`;

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
