import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { readOpenPost, type SyndicatedPost, toPlainText } from '#features/posts/index.ts';
import { type Brand, readBrand, type Settings } from '#features/settings/index.ts';
import type { Config } from '#kernel/config.ts';
import type { Context, Tenant } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { DomainError, rateLimited } from '#kernel/errors.ts';
import { addressOf, networkOf } from '#kernel/http/networks.ts';
import { originOf } from '#kernel/http/origin-of.ts';
import { type Tenants, tenantOf } from '#kernel/http/tenant-of.ts';
import { isId } from '#shared/ids.ts';
import {
  cleanQuote,
  foldQuote,
  maxQuoteLength,
  minQuoteLength,
  type ShareForm,
  sharePicturePath,
  shareQuotePath,
} from '#shared/share-picture.ts';
import { countGraphemes } from '#shared/text/graphemes.ts';
import { drawCode } from './draw-code.ts';
import { drawPost, type PagePath } from './draw-post.ts';
import { readSharePicture, type ShareParts, saveSharePicture } from './service.ts';

const maxKeptBytes = 16 * 1024 * 1024;
/** In UTF-16 units, before anything else looks at the text. */
const maxQuoteUnits = 2000;

/**
 * Every sentence is another picture, and without a configured address every Host is. A picture takes up to half a second of
 * a processor, so what a reader makes the portal draw is limited; what it kept or stored is not.
 */
const drawings: RateLimit = {
  name: 'share-drawings',
  max: 60,
  windowMs: 10 * 60_000,
  refuse: (wait) => rateLimited(`图片画得太频繁了，请 ${wait} 秒后再试`, wait),
};

type SharePortal = Omit<Tenants, 'config'> &
  ShareParts & {
    config: Tenants['config'] & Pick<Config, 'cdn'>;
    settings: Settings;
    pagePath: PagePath;
    contextOf: (tenant: Tenant) => Context;
  };

type Shared = {
  ctx: Context;
  tenant: Tenant;
  post: SyndicatedPost;
  brand: Brand;
  base: string;
  /** Else `base`, which the QR code contains, depends on the Host header, which anyone can choose. */
  isConfigured: boolean;
};

/**
 * Serves the pictures of published posts: `/share/<post>/<version>/card.png`, `poster.png`, and `quote.png?text=` with
 * a sentence from the open text, and `/share/<post>/code.png`, the QR code of the page. They show only what a visitor may read. An outdated version redirects to the current
 * one; a post that is not published has none.
 */
export function serveShare(server: FastifyInstance, app: SharePortal): void {
  const kept = new LRUCache<string, Buffer>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ length }) => length,
  });
  const underWay = new Map<string, Promise<Buffer>>();

  /** Draws each picture once, however many ask for it at the same time, and keeps it. @throws rateLimited */
  async function draw(
    request: FastifyRequest,
    { ctx, tenant, base }: Shared,
    path: string,
    make: () => Promise<Buffer>,
  ): Promise<Buffer> {
    const key = `${tenant.id} ${base} ${path}`;
    const known = kept.get(key) ?? underWay.get(key);
    if (known) return known;
    await countHit(ctx, ctx.db, drawings, networkOf(addressOf(request)));
    const made =
      underWay.get(key) ??
      make()
        .then((bytes) => {
          kept.set(key, bytes);
          return bytes;
        })
        .finally(() => underWay.delete(key));
    underWay.set(key, made);
    return made;
  }

  async function findShared(request: FastifyRequest): Promise<Shared | null> {
    const { id } = request.params as { id: string };
    if (!isId(id)) return null;
    const tenant = tenantOf(app, request);
    const ctx = app.contextOf(tenant);
    const post = await readOpenPost(ctx, id);
    if (!post) return null;
    const { url = '' } = (await app.settings(ctx)).site;
    const base = url || originOf(request);
    return { ctx, tenant, post, brand: await readBrand(app, tenant), base, isConfigured: url !== '' };
  }

  const declare = (
    /** With the version before it, unless the picture changes with the address of the post only. */
    form: string,
    answer: (shared: Shared, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ) =>
    server.get(`/share/:id/${form}.png`, { config: { access: 'page' } }, async (request, reply) => {
      try {
        const shared = await findShared(request);
        return shared ? await answer(shared, request, reply) : await sendRefusal(reply, 404, '没有这张图');
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
        return sendRefusal(reply, error.kind === 'rate_limited' ? 429 : 503, error.message);
      }
    });

  const declareForm = (form: ShareForm) =>
    declare(`:version/${form}`, async (shared, request, reply) => {
      const { ctx, post, brand, isConfigured } = shared;
      const path = sharePicturePath(post, brand.version, form);
      if (pathOf(request) !== path) return redirectTo(reply, path);
      const { version } = request.params as { version: string };
      const key = { postId: post.id, form, version };
      const stored = isConfigured ? await readSharePicture(ctx, app, key) : null;
      if (stored) return sendPicture(app, reply, shared, stored);
      const bytes = await draw(request, shared, path, async () => {
        const drawn = await drawPost(app, shared, form);
        if (isConfigured) await saveSharePicture(ctx, app, key, drawn);
        return drawn;
      });
      return sendPicture(app, reply, shared, bytes);
    });
  declareForm('card');
  declareForm('poster');

  declare(':version/quote', async (shared, request, reply) => {
    const { post, brand } = shared;
    const given = (request.query as { text?: unknown }).text;
    const quote = typeof given === 'string' && given.length <= maxQuoteUnits ? cleanQuote(given) : '';
    if (!(await isQuotable(quote, post.html)))
      return sendRefusal(reply, 404, '这句话不在这篇公开的文字里，不能做成图');
    const path = shareQuotePath(post, brand.version, quote);
    if (pathOf(request) !== path.split('?', 1)[0]) return redirectTo(reply, path);
    const bytes = await draw(request, shared, path, () => drawPost(app, shared, 'quote', quote));
    return sendPicture(app, reply, shared, bytes);
  });

  declare('code', async (shared, request, reply) => {
    const address = shared.base + (await app.pagePath(shared.ctx, shared.post));
    const bytes = await draw(request, shared, `code ${address}`, () => drawCode(address));
    return reply
      .header(
        'cache-control',
        shared.isConfigured ? `${app.config.cdn ? 'private' : 'public'}, max-age=3600` : 'no-store',
      )
      .type('image/png')
      .send(bytes);
  });
}

/** Whether a sentence is short enough and occurs in the open text of a post, as its page shows it. */
async function isQuotable(quote: string, openHtml: string): Promise<boolean> {
  const length = countGraphemes(quote, maxQuoteLength);
  if (length < minQuoteLength || length > maxQuoteLength) return false;
  const wanted = foldQuote(quote);
  if (foldQuote(await toPlainText(openHtml)).includes(wanted)) return true;
  // Phones hide the codes of linked stocks, so a selection there has none.
  return foldQuote(await toPlainText(openHtml.replace(stockCode, '$1'))).includes(wanted);
}

const stockCode = /(<a [^>]*class="stock"[^>]*>[^<]+)<span>\d{6}(?:\.(?:SH|SZ|BJ))?<\/span>/g;

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

const redirectTo = (reply: FastifyReply, path: string) =>
  reply.header('cache-control', 'no-cache').redirect(path, 302);

async function sendPicture({ config }: SharePortal, reply: FastifyReply, shared: Shared, bytes: Buffer) {
  const headers = config.cdn
    ? (await import('#scale/cdn/cdn-headers.ts')).pictureHeaders(config.cdn, shared)
    : { 'cache-control': 'public, max-age=31536000, immutable' };
  return reply.headers(headers).type('image/png').send(bytes);
}

const sendRefusal = (reply: FastifyReply, status: number, message: string) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(`${message}\n`);
