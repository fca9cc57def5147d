import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { invalid, rateLimited } from '#kernel/errors.ts';
import { explainFetch } from '#kernel/fetch/explain-fetch.ts';
import { fetchPage } from '#kernel/fetch/fetch-page.ts';
import { cleanText } from '#shared/clean-text.ts';
import { readEmbedAddress } from '#shared/embeds.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import type { MediaDependencies } from './dependencies.ts';
import type { LinkCard, MediaItem } from './schema.ts';

const hourly: RateLimit = {
  name: 'link-cards',
  max: 120,
  windowMs: 60 * 60 * 1000,
  refuse: (wait) => rateLimited('一小时内最多取 120 个网页的标题，请稍后再试', wait),
};

/**
 * Fetches what a page of another site says about itself, for a card that links to it. Connects to public addresses only.
 * `storePicture` copies the page's picture into the portal; a card whose picture cannot be copied has none.
 * @returns the card; its address is that of the page, or of the video it shows if a body may embed it
 * @throws invalid if the page cannot be fetched or has no title; rateLimited after 120 pages in an hour
 */
export async function fetchLinkCard(
  ctx: Context,
  { fetching }: Pick<MediaDependencies, 'fetching'>,
  url: string,
  storePicture: (address: string) => Promise<Pick<MediaItem, 'address' | 'width' | 'height'>>,
): Promise<LinkCard> {
  await countHit(ctx, ctx.db, hourly, requireMemberId(ctx));
  const page = await fetchPage(url, fetching).catch((error: unknown) => {
    const words = { address: '网页地址', server: '对方网站', content: '网页', maxMb: 4, seconds: 8 };
    const reason = explainFetch(error, words);
    if (reason === null) throw error;
    ctx.log.info({ err: error, url }, 'Could not fetch a page for a card');
    throw invalid(reason, 'url');
  });
  const title = line(page.title, 100);
  if (title === '') throw invalid('网页地址打得开，但那一页没有写标题，做不成书签', 'url');
  return {
    // Short links of apps lead to the page of a video.
    url: readEmbedAddress(page.canonical) ? page.canonical : url,
    title,
    description: line(page.description, 120),
    site: line(page.site, 30) || new URL(url).hostname.replace(/^www\./, ''),
    picture: page.picture === '' ? null : await storedPicture(ctx, page.picture, storePicture),
  };
}

const line = (text: string, max: number): string => excerpt(cleanText(text).replace(/\s+/g, ' ').trim(), max);

async function storedPicture(
  ctx: Context,
  address: string,
  store: Parameters<typeof fetchLinkCard>[3],
): Promise<LinkCard['picture']> {
  try {
    const { address: stored, width, height } = await store(address);
    return { address: stored, width, height };
  } catch (error) {
    ctx.log.info({ err: error, url: address }, 'Could not copy the picture of a card');
    return null;
  }
}
