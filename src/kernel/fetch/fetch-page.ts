import { type FetchLimits, fetchBytes } from './fetch-bytes.ts';

/** What a page says about itself; empty if it does not. `canonical` is its own address, `picture` is absolute. */
export type PageDescription = {
  canonical: string;
  title: string;
  description: string;
  site: string;
  picture: string;
};

/** Pages beyond this are read up to here; what describes a page is at its start. */
const maxParsedBytes = 512 * 1024;

/**
 * Fetches a web page and reads what it says about itself in its head.
 * @throws FetchRefusal if it is not a page, too large, too slow, not public or not found; network errors
 */
export async function fetchPage(url: string, limits: FetchLimits = {}): Promise<PageDescription> {
  const { bytes, headers } = await fetchBytes(url, {
    timeoutMs: 8000,
    maxBytes: 4 * 1024 * 1024,
    ...limits,
    // Some sites refuse programs that do not name themselves as a browser does.
    headers: { accept: 'text/html,application/xhtml+xml', 'user-agent': 'Mozilla/5.0 (compatible; Guanlan)' },
    types: ['text/html', 'application/xhtml+xml'],
  });
  const head = bytes.subarray(0, maxParsedBytes);
  return describePage(decodePage(head, headers['content-type'] ?? ''), url);
}

/**
 * Decodes a page by its byte order mark, the charset of its media type, or that of its `meta`; without any as UTF-8,
 * or GB 18030 (which includes GBK) if it is not valid UTF-8.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const declared =
    /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType)?.[1] ??
    /<meta[^>]{1,200}?charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(
      new TextDecoder('latin1').decode(bytes.subarray(0, 4096)),
    )?.[1];
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder('utf-8').decode(bytes);
  if (declared !== undefined) {
    // A site that declares GB 2312 means its superset, which is what the label stands for.
    const decoder = decoderOf(declared);
    if (decoder) return decoder.decode(bytes);
  }
  try {
    // The bytes may end inside a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

const metaNames: Readonly<Record<string, keyof PageDescription>> = {
  'og:url': 'canonical',
  'og:title': 'title',
  'twitter:title': 'title',
  'og:description': 'description',
  'twitter:description': 'description',
  description: 'description',
  'og:site_name': 'site',
  'og:image': 'picture',
  'og:image:url': 'picture',
  'twitter:image': 'picture',
};

async function describePage(html: string, url: string): Promise<PageDescription> {
  const { Parser } = await import('htmlparser2');
  const found = new Map<string, string>();
  const note = (key: string, value: string | undefined) => {
    const text = value?.replace(/\s+/g, ' ').trim().slice(0, 2000) ?? '';
    if (text !== '' && !found.has(key)) found.set(key, text);
  };
  let title: string | undefined;
  const parser = new Parser({
    onopentag(tag, attrs) {
      if (tag === 'title' && !found.has('<title>')) title = '';
      if (tag === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(attrs.rel ?? '')) note('canonical', attrs.href);
      if (tag === 'link' && /(?:^|\s)image_src(?:\s|$)/i.test(attrs.rel ?? '')) note('picture', attrs.href);
      const name = (attrs.property ?? attrs.name ?? attrs.itemprop ?? '').toLowerCase();
      if (tag === 'meta' && Object.hasOwn(metaNames, name)) note(metaNames[name] ?? '', attrs.content);
    },
    ontext(text) {
      if (title !== undefined && title.length < 2000) title += text;
    },
    onclosetag(tag) {
      if (tag !== 'title' || title === undefined) return;
      note('<title>', title);
      title = undefined;
    },
  });
  parser.write(html);
  parser.end();
  const address = (key: string): string => {
    const absolute = URL.parse(found.get(key) ?? '', url);
    return found.has(key) && absolute && /^https?:$/.test(absolute.protocol) ? absolute.href : '';
  };
  return {
    canonical: address('canonical'),
    title: found.get('title') ?? found.get('<title>') ?? '',
    description: found.get('description') ?? '',
    site: found.get('site') ?? '',
    picture: address('picture'),
  };
}
