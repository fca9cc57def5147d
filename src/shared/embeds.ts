/** The video sites whose players a body may contain. */
export const embedProviders = ['bilibili', 'tencent', 'youku'] as const;
export type EmbedProvider = (typeof embedProviders)[number];
/** A video: `video` is its id at the provider, in one canonical form. */
export type Embed = { provider: EmbedProvider; video: string };

export const embedLabels: Readonly<Record<EmbedProvider, string>> = {
  bilibili: '哔哩哔哩',
  tencent: '腾讯视频',
  youku: '优酷',
};

/** What a player without a caption is called: 腾讯视频 says already that it is one. */
export const videoName = ({ provider }: Embed): string => `${embedLabels[provider].replace(/视频$/, '')}视频`;

/** Maximum number of players in a body: each loads a page of another site. */
export const maxEmbeds = 20;

/** The origins that the CSP lets pages frame: exactly those of `playerAddress`. */
export const playerOrigins = ['https://player.bilibili.com', 'https://v.qq.com', 'https://player.youku.com'];

// The part of a video in several parts belongs to the id.
const patterns: Readonly<Record<EmbedProvider, RegExp>> = {
  bilibili: /^(?:BV[0-9A-Za-z]{10}|av[1-9]\d{0,14})(?:\?p=[1-9]\d{0,3})?$/,
  tencent: /^[a-z][0-9a-z]{10}$/,
  youku: /^X[0-9A-Za-z]{5,30}={0,2}$/,
};

/** Returns the embed that stored attributes describe; undefined unless the id is canonical. */
export function checkEmbed(
  provider: string | null | undefined,
  video: string | null | undefined,
): Embed | undefined {
  const known = embedProviders.find((one) => one === provider);
  return known && video && patterns[known].test(video) ? { provider: known, video } : undefined;
}

/** Returns the address of the player for an `iframe`. */
export function playerAddress({ provider, video }: Embed): string {
  if (provider === 'tencent') return `https://v.qq.com/txp/iframe/player.html?vid=${video}`;
  if (provider === 'youku') return `https://player.youku.com/embed/${video}`;
  const [id = '', part = '1'] = video.split('?p=');
  const key = id.startsWith('av') ? `aid=${id.slice(2)}` : `bvid=${id}`;
  return `https://player.bilibili.com/player.html?isOutside=true&${key}&p=${part}&autoplay=0&danmaku=0`;
}

/** Returns the address of the page that shows the video. */
export function videoPage({ provider, video }: Embed): string {
  if (provider === 'bilibili') return `https://www.bilibili.com/video/${video}`;
  if (provider === 'tencent') return `https://v.qq.com/x/page/${video}.html`;
  return `https://v.youku.com/v_show/id_${video}.html`;
}

const readers: Readonly<Record<string, (url: URL) => Embed | undefined>> = {
  'bilibili.com': readBilibili,
  'www.bilibili.com': readBilibili,
  'm.bilibili.com': readBilibili,
  'b23.tv': readBilibili,
  'player.bilibili.com': readBilibiliPlayer,
  'v.qq.com': readTencent,
  'm.v.qq.com': readTencent,
  'v.youku.com': readYouku,
  'm.youku.com': readYouku,
  'player.youku.com': readYouku,
};

/**
 * Reads the address of a video's page or player, in the forms that sites and apps give out. Nothing but the id of the
 * video is taken from it.
 * @returns undefined for any other address
 */
export function readEmbedAddress(address: string): Embed | undefined {
  const trimmed = address.trim();
  if (trimmed.length > 2000) return undefined;
  const url = URL.parse(trimmed.startsWith('//') ? `https:${trimmed}` : trimmed);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.port !== '') return undefined;
  return Object.hasOwn(readers, url.hostname) ? readers[url.hostname]?.(url) : undefined;
}

function readBilibili({ pathname, searchParams }: URL): Embed | undefined {
  const id = /^\/(?:video\/|s\/video\/)?((?:BV[0-9A-Za-z]{10})|(?:av\d+))\/?$/i.exec(pathname)?.[1];
  return id === undefined ? undefined : bilibili(id, searchParams.get('p'));
}

function readBilibiliPlayer({ pathname, searchParams }: URL): Embed | undefined {
  if (pathname !== '/player.html') return undefined;
  const aid = searchParams.get('aid');
  const id = searchParams.get('bvid') || (aid ? `av${aid}` : '');
  return bilibili(id, searchParams.get('p') ?? searchParams.get('page'));
}

function bilibili(id: string, part: string | null): Embed | undefined {
  const canonical = id.replace(/^(bv|av)/i, (kind) => (kind.toLowerCase() === 'bv' ? 'BV' : 'av'));
  const suffix = part !== null && part !== '1' && /^[1-9]\d{0,3}$/.test(part) ? `?p=${part}` : '';
  return checkEmbed('bilibili', canonical + suffix);
}

function readTencent({ pathname, searchParams }: URL): Embed | undefined {
  const inPath =
    /^\/x\/page\/(?:[0-9a-z]\/){0,3}([0-9a-z]{11})(?:\.html)?$/.exec(pathname) ??
    /^\/x\/cover\/[0-9a-z]{1,30}\/([0-9a-z]{11})(?:\.html)?$/.exec(pathname);
  const inQuery =
    /^\/(?:txp\/iframe\/player\.html|iframe\/(?:player|preview)\.html|x\/m\/play|play\.html|x\/play\.html)$/.test(
      pathname,
    );
  return checkEmbed('tencent', inPath?.[1] ?? (inQuery ? searchParams.get('vid') : undefined));
}

function readYouku({ pathname, searchParams }: URL): Embed | undefined {
  const inPath = /^\/(?:v_show\/id_|video\/id_|embed\/|alipay_video\/id_)([^/.]+)(?:\.html)?\/?$/.exec(
    pathname,
  );
  const id = inPath?.[1] ?? (pathname === '/video' ? searchParams.get('vid') : undefined);
  return checkEmbed('youku', id?.replaceAll('%3D', '='));
}

/** Endings of the audio files that browsers play. */
const audioEnding = /\.(?:mp3|m4a|aac|ogg|oga|opus|wav|flac)$/i;

/** Whether an address leads to an audio file of another site that a body may play: https, by the ending of its path. */
export function isAudioAddress(address: string): boolean {
  const url = URL.parse(address.trim());
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.username === '' &&
    address.length <= 2000 &&
    audioEnding.test(url.pathname)
  );
}
