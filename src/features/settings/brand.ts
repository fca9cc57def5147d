import { createHash } from 'node:crypto';
import type { Context, Tenant } from '#kernel/context.ts';
import { perTenant } from '#kernel/per-tenant.ts';
import { ownBrand } from '#kernel/settings/own-brand.ts';
import { deriveAccent, writeAccent } from '#shared/brand/accent.ts';
import type { CurrentSettings, Settings } from './current-settings.ts';

/** What the site looks like to readers, as decided by its settings. */
export type Brand = {
  name: string;
  motto: string;
  description: string;
  /** The path of the seal in SVG; empty: the name stands alone. */
  seal: string;
  logo: string;
  logoDark: string;
  picture: string;
  share: string;
  /** Changes with what icons and drawn pictures show. */
  version: string;
  /** The accent as CSS rules; empty for the one of `src/ui/tokens.css`. */
  accentStyle: string;
  /** The colour of the seal in icons. */
  fill: string;
  /** Addresses of the files that icons and the shared picture are made from; empty: none was uploaded. */
  iconSource: string;
  shareSource: string;
};

const brands = new WeakMap<CurrentSettings['site'], Brand>();

/** Returns the brand of the settings, derived once per version of them, because every page shows it. */
export function brandOf(site: CurrentSettings['site']): Brand {
  const brand = brands.get(site) ?? deriveBrand(site);
  brands.set(site, brand);
  return brand;
}

function deriveBrand(site: CurrentSettings['site']): Brand {
  const { name, motto, description, logo, logoDark, icon, share, accent } = site;
  const isOwn = name === ownBrand.name && !logo && !icon;
  const tones = accent ? deriveAccent(accent) : null;
  const fill = tones?.['accent-fill'][0] ?? defaultFill;
  const version = createHash('sha256')
    .update([name, motto, fill, logo, icon, share].join(' '))
    .digest('hex')
    .slice(0, 8);
  const iconSource = withoutSize(icon || logo);
  return {
    name,
    motto,
    description,
    seal: isOwn ? ownBrand.sealPath : '',
    logo,
    logoDark,
    picture: withoutSize(share) || (isOwn ? '/brand/picture.svg' : ''),
    share: share || iconSource || isOwn ? `/brand/share.jpg?v=${version}` : '',
    shareSource: withoutSize(share),
    iconSource,
    version,
    accentStyle: tones ? writeAccent(tones) : '',
    fill,
  };
}

const withoutSize = (address: string): string => address.split('#', 1)[0] ?? '';

/** `--c-accent-fill` of `src/ui/tokens.css` in the light theme. */
const defaultFill = '#c2371c';

/** Icons in pixels: of a tab, of a phone's desktop, of an installed application. */
export const iconSizes = [32, 180, 192, 512] as const;

/** Whether icons exist as PNG. A seal with a character does not: the server has no Chinese font to draw it with. */
export const hasPngIcons = ({ iconSource, seal }: Brand): boolean => iconSource !== '' || seal !== '';

/** Returns the icons, the manifest and the accent for the head of a document. */
export function renderBrandHead(brand: Brand): string {
  const { version, accentStyle, iconSource } = brand;
  const icon = iconSource
    ? `<link rel="icon" href="/brand/icon-32.png?v=${version}" type="image/png">`
    : `<link rel="icon" href="/favicon.svg?v=${version}" type="image/svg+xml">`;
  const touchIcon = hasPngIcons(brand)
    ? `<link rel="apple-touch-icon" href="/brand/icon-180.png?v=${version}">`
    : '';
  const style = accentStyle && `<style>${accentStyle}</style>`;
  return `${icon}${touchIcon}<link rel="manifest" href="/manifest.webmanifest">${style}`;
}

/** The web app manifest (W3C). */
export function describeApp(brand: Brand) {
  const { name, description, version } = brand;
  const png = (file: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/brand/${file}.png?v=${version}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name,
    short_name: name,
    ...(description && { description }),
    lang: 'zh-CN',
    start_url: '/index',
    scope: '/',
    display: 'standalone',
    background_color: '#fcfbf8',
    theme_color: '#fcfbf8',
    icons: hasPngIcons(brand)
      ? [png('icon-192', 192, 'any'), png('icon-512', 512, 'any'), png('maskable-512', 512, 'maskable')]
      : [{ src: `/favicon.svg?v=${version}`, sizes: 'any', type: 'image/svg+xml' }],
  };
}

const lastBrand = perTenant((): { brand?: Brand } => ({}));

/** Returns the brand of the site, which pages without a database show too: see `lastBrandOf`. */
export async function readBrand(
  { settings, contextOf }: { settings: Settings; contextOf: (tenant: Tenant) => Context },
  tenant: Tenant,
): Promise<Brand> {
  const brand = brandOf((await settings(contextOf(tenant))).site);
  lastBrand(tenant).brand = brand;
  return brand;
}

/** Returns the brand that this process has read last; undefined if it has read none yet. */
export const lastBrandOf = (tenant: Tenant): Brand | undefined => lastBrand(tenant).brand;
