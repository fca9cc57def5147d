import type { FastifyReply, FastifyRequest } from 'fastify';
import { features } from '#features/index.ts';
import type { Context } from '#kernel/context.ts';
import type { Moved } from '#kernel/feature.ts';
import { sendMessagePage } from '#kernel/http/message-page.ts';
import { toDecodable } from '#shared/escapes.ts';
import { addressOf } from '#shared/old-address.ts';
import type { PagePlan, SiteRenderer } from '../web/entry.server.tsx';

const oldAddresses = features.flatMap(({ site }) => site?.oldAddresses ?? []);

/** A requested address, as the site reads it and as it was sent; they differ in bytes that are not UTF-8. */
type Requested = { url: URL; sent: URL };

/** Where an address leads that the site does not show as it is; `moved` by a redirect of staff or an import. */
type Elsewhere = { redirect: string } | { moved: Moved };

/**
 * Returns where an address leads that no page of the site answers, and the home page's address with a query
 * (`/?p=568`), before it goes to the first page of the menu; a page whose address is not in UTF-8 leads to the one that
 * is. Counts it as missing and returns null if nowhere.
 */
export async function findElsewhere(
  ctx: Context,
  { headers, host }: FastifyRequest,
  { url, sent }: Requested,
  renderer: Pick<SiteRenderer, 'plan'>,
  plan: PagePlan,
): Promise<Elsewhere | null> {
  if (plan.kind === 'redirect' ? url.search === '' : await isPage(ctx, plan, url))
    return plan.kind === 'redirect' || url.href === sent.href
      ? null
      : { redirect: url.pathname.replace(/^\/+/, '/') + url.search };
  const isRoute = async (address: string) => {
    const target = new URL(toDecodable(address), url);
    return isPage(ctx, await renderer.plan(target), target);
  };
  const address = addressOf(sent);
  for (const { find } of oldAddresses) {
    const moved = await find(ctx, address, isRoute);
    if (moved) return { moved };
  }
  for (const { countMissing } of oldAddresses) countMissing(ctx, address, headers.referer, host);
  return null;
}

/** Whether a page has this address, and what it shows is open. */
async function isPage(ctx: Context, plan: PagePlan, { pathname }: URL): Promise<boolean> {
  if (plan.kind !== 'page' || !plan.isFound) return false;
  const answers = await Promise.all(features.map(({ site }) => site?.isOpen?.(ctx, pathname)));
  return answers.every((isOpen) => isOpen ?? true);
}

/** Answers with a redirect, or for 410 with a page that says so, and counts the hit. */
export function sendMoved(ctx: Context, reply: FastifyReply, { id, status, location }: Moved): FastifyReply {
  for (const { countHit } of oldAddresses) countHit(ctx, id);
  if (status !== 410) return reply.header('cache-control', 'no-cache').redirect(location, status);
  return sendMessagePage(reply, 410, {
    title: '内容已删除',
    words: '这个地址的内容已经删除，不再提供。',
    link: { label: '回首页', href: '/index' },
  });
}
