import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { useClient } from '../client-context.ts';
import { canonicalAddress, type Head as HeadFields, type RouteHandle, shareImageOf } from '../page.ts';
import { isInWechat } from '../parts/in-wechat.ts';
import type { ShareCard, ShareSlot } from '../parts/share/share-slot.ts';
import { type Site, type SiteContextValue, useSiteContext } from '../site.ts';

type Match = { handle?: unknown; loaderData?: unknown; pathname: string };

/** Returns the title and metadata of the matched page; a noindex fallback if no data was loaded. */
export function describePage(
  matches: readonly Match[],
  { site, columns }: Pick<SiteContextValue, 'site' | 'columns'>,
  search: string,
): HeadFields {
  const match = matches.at(-1);
  const handle = match?.handle as RouteHandle | undefined;
  if (!match || !handle) return { title: `页面不存在 - ${site.name}`, isNoindex: true };
  if (!handle.module || match.loaderData === undefined)
    return { title: `${handle.item.title} - ${site.name}`, isNoindex: true };
  const { item, column } = handle;
  const pageLocation = { item, column, path: match.pathname, query: new URLSearchParams(search) };
  return handle.module.describe(match.loaderData, pageLocation, site, columns);
}

const shareSlots = import.meta.glob<{ slot: ShareSlot }>('../../features/*/web/**/share.*.slot.ts');

// Noted before the router changes the address.
const entryAddress = typeof location === 'undefined' ? '' : location.href;

/** Returns WeChat's card of a page. Its link has only the parameters that select the page, never a code or a token. */
function cardOf(head: HeadFields, matches: readonly Match[], site: Site): ShareCard {
  const match = matches.at(-1);
  const handle = match?.handle as RouteHandle | undefined;
  const url = new URL(location.href);
  const own = canonicalAddress(
    { pathname: match?.pathname ?? url.pathname, searchParams: url.searchParams },
    handle?.module,
  );
  const image = shareImageOf(head, site);
  return {
    title: head.headline ?? head.title,
    desc: head.description || site.description,
    link: url.origin + (head.canonical ?? own.address),
    imgUrl: image === '' ? '' : new URL(image, url.origin).href,
  };
}

/** Updates the document's title and description after navigations; the first ones come with the HTML. */
export function Head() {
  const matches = useMatches();
  const { site, columns } = useSiteContext();
  const client = useClient();
  useEffect(() => {
    const head = describePage(matches, { site, columns }, location.search);
    document.title = head.title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', head.description ?? '');
    if (!site.hasShareCards || !isInWechat()) return;
    const { call } = client();
    for (const load of Object.values(shareSlots))
      load()
        .then(({ slot }) => slot.setShareCard(call, cardOf(head, matches, site), entryAddress))
        .catch(() => undefined);
  }, [matches, site, columns, client]);
  return null;
}
