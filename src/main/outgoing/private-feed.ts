import { setImmediate as nextTick } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { columnRows } from '#features/columns/index.ts';
import { resolveFeedReader } from '#features/identity/index.ts';
import { feedSize, readPostsForReader, type SyndicatedPost } from '#features/posts/index.ts';
import { chooseEncoding, compressors } from '#kernel/cache/page-cache.ts';
import type { Context } from '#kernel/context.ts';
import { DomainError } from '#kernel/errors.ts';
import { toFailure } from '#kernel/http/envelope.ts';
import { addressOf } from '#kernel/http/networks.ts';
import { originOf } from '#kernel/http/origin-of.ts';
import { tenantOf } from '#kernel/http/tenant-of.ts';
import type { App } from '../app.ts';
import { siteFields } from '../page-frame.ts';
import { readRoutes } from '../site-routes.ts';
import { writeJsonFeed } from './json-feed.ts';
import { writeRss } from './rss.ts';

/** Older posts are left out beyond this, so that a feed of very long posts does not block the process. */
const maxLength = 2_000_000;

const fileName = /^([\w-]{43})(\.json)?$/;

/**
 * Serves a member's private feed: the newest posts of all columns, each as far as this member may read it now. The token
 * in the address is the only credential, so no cache stores the answer and no log contains the address.
 */
export function servePrivateFeed(server: FastifyInstance, app: App): void {
  const options = { config: { access: 'page', hasSecretPath: true } } as const;
  server.get<{ Params: { file: string } }>('/feed/private/:file', options, async (request, reply) => {
    reply
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer');
    const tenant = tenantOf(app, request);
    const ctx = app.contextOf(tenant);
    const [, token = '', ending] = fileName.exec(request.params.file) ?? [];
    try {
      const actor = await resolveFeedReader(ctx, token, addressOf(request));
      const { name, url } = await siteFields(app, tenant);
      const channel = {
        title: `${name}（专属订阅）`,
        description: '这个地址只属于你，请不要转发',
        base: url || originOf(request),
        page: '/index',
        self: null,
      };
      const posts = await readPosts({ ...ctx, actor }, app);
      const text = ending ? writeJsonFeed(channel, posts) : writeRss(channel, posts);
      reply.type(`application/${ending ? 'feed+json' : 'rss+xml'}; charset=utf-8`);
      return await sendCompressed(reply, text, request.headers['accept-encoding']);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { status } = toFailure(error, '');
      if (error.retryAfter) reply.header('retry-after', error.retryAfter);
      return reply.code(status).type('text/plain; charset=utf-8').send(`${error.message}\n`);
    }
  });
}

/** Reads the newest posts of all columns that a member can open, with watermarks in paid text as on the site. */
async function readPosts(
  ctx: Context,
  { watermarkCopy }: Pick<App, 'watermarkCopy'>,
): Promise<SyndicatedPost[]> {
  const shown = new Set((await readRoutes(ctx)).map(({ id }) => id));
  const columns = (await columnRows(ctx)).filter(({ id }) => shown.has(id));
  const posts: SyndicatedPost[] = [];
  let length = 0;
  for (const post of await readPostsForReader(ctx, columns, feedSize)) {
    length += post.html.length;
    if (length > maxLength) break;
    const isPaid = !post.locked && (post.access === 'vip' || post.access === 'paid');
    const copy = isPaid ? await watermarkCopy(ctx, post) : null;
    posts.push(copy ? { ...post, html: copy.html } : post);
    // A long body takes milliseconds to mark, and other requests wait meanwhile.
    await nextTick();
  }
  return posts;
}

async function sendCompressed(
  reply: FastifyReply,
  text: string,
  accepted: string | undefined,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(accepted);
  reply.header('vary', 'accept-encoding');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await compressors[encoding](Buffer.from(text)));
}
