import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { buildRoutes, detailPath } from '#client/routes.ts';
import { listColumns } from '#features/columns/index.ts';
import { readOpenPost, type SyndicatedPost, segmenterOf, toPlainText } from '#features/posts/index.ts';
import { readSharePicture, saveSharePicture } from '#features/shares/index.ts';
import type { Context, Tenant } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { DomainError, rateLimited } from '#kernel/errors.ts';
import { networkOf } from '#kernel/http/networks.ts';
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
import { breakHeadline } from '#shared/text/break-headline.ts';
import { countGraphemes } from '#shared/text/graphemes.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brand/brand.ts';
import { originOf } from '../outgoing/origin.ts';
import { readBrand, tenantOf } from '../page-frame.ts';
import type { ShareInput } from './draw-share.ts';
import { drawSharePicture, readSize } from './share-pictures.ts';

const immutable = 'public, max-age=31536000, immutable';
const maxKeptBytes = 16 * 1024 * 1024;
/** In UTF-16 units, before anything else looks at the text. */
const maxQuoteUnits = 2000;

/** Every sentence is another picture, so only these drawings are limited by reader. */
const quoteLimit: RateLimit = {
  name: 'share-quotes',
  max: 30,
  windowMs: 10 * 60_000,
  refuse: (wait) => rateLimited(`金句图画得太频繁了，请 ${wait} 秒后再试`, wait),
};

type Shared = { ctx: Context; tenant: Tenant; post: SyndicatedPost; brand: Brand; base: string };

/**
 * Serves the pictures of published posts: `/share/<post>/<version>/card.png`, `poster.png`, and `quote.png?text=` with
 * a sentence from the open text. They show only what a visitor may read. An outdated version redirects to the current
 * one; a post that is not published has none.
 */
export function serveShare(server: FastifyInstance, app: App): void {
  const kept = new LRUCache<string, Buffer>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ length }) => length,
  });
  const underWay = new Map<string, Promise<Buffer>>();

  /** Draws each picture once, however many ask for it at the same time. */
  function once(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const running = underWay.get(key);
    if (running) return running;
    const made = make().finally(() => underWay.delete(key));
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
    return { ctx, tenant, post, brand: await readBrand(app, tenant), base };
  }

  const declare = (
    form: string,
    answer: (shared: Shared, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ) =>
    server.get(`/share/:id/:version/${form}.png`, { config: { access: 'page' } }, async (request, reply) => {
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
    declare(form, async (shared, request, reply) => {
      const { ctx, post, brand, base } = shared;
      const path = sharePicturePath(post, brand.version, form);
      if (pathOf(request) !== path) return redirectTo(reply, path);
      const { version } = request.params as { version: string };
      // Without a configured address the QR code depends on the Host header, which anyone can choose.
      const isStorable = base === (await app.settings(ctx)).site.url;
      const key = { postId: post.id, form, version };
      const bytes = await once(`${shared.tenant.id} ${base} ${path}`, async () => {
        const stored = isStorable ? await readSharePicture(ctx, app, key) : null;
        if (stored) return stored;
        const drawn = await drawPost(app, shared, form);
        if (isStorable) await saveSharePicture(ctx, app, key, drawn);
        return drawn;
      });
      return sendPicture(reply, bytes);
    });
  declareForm('card');
  declareForm('poster');

  declare('quote', async (shared, request, reply) => {
    const { ctx, post, brand, base } = shared;
    const given = (request.query as { text?: unknown }).text;
    const quote = typeof given === 'string' && given.length <= maxQuoteUnits ? cleanQuote(given) : '';
    if (!(await isQuotable(quote, post.html)))
      return sendRefusal(reply, 404, '这句话不在这篇公开的文字里，不能做成图');
    const path = shareQuotePath(post, brand.version, quote);
    if (pathOf(request) !== path.split('?', 1)[0]) return redirectTo(reply, path);
    const key = `${shared.tenant.id} ${base} ${path}`;
    const cached = kept.get(key);
    if (cached) return sendPicture(reply, cached);
    if (!underWay.has(key)) await countHit(ctx, ctx.db, quoteLimit, networkOf(request.ip));
    const bytes = await once(key, () => drawPost(app, shared, 'quote', quote));
    kept.set(key, bytes);
    return sendPicture(reply, bytes);
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

const stockCode = /(<a [^>]*class="stock"[^>]*>[^<]+)<span>\d{6}<\/span>/g;

async function drawPost(
  app: App,
  { ctx, tenant, post, brand, base }: Shared,
  form: ShareInput['form'],
  quote = '',
): Promise<Buffer> {
  const readFile = (address: string) =>
    address.startsWith('/files/') ? app.files.read(tenant.id, address) : Promise.resolve(null);
  const coverBytes =
    form === 'quote' || !post.cover ? null : await readFile(post.cover.split(/[?#]/, 1)[0] ?? '');
  const cover = coverBytes && (await readSize(coverBytes)) ? coverBytes : null;
  const logo = brand.logo ? await readFile(brand.logo.split('#', 1)[0] ?? '') : null;
  const logoSize = logo && (await readSize(logo));
  const isFlash = post.kind === 'news';
  const input: ShareInput = {
    form,
    brand: {
      name: brand.name,
      motto: brand.motto,
      fill: brand.fill,
      seal: brand.seal,
      logoRatio: logoSize ? logoSize.width / logoSize.height : null,
    },
    breaks: post.breaks || post.title,
    column: post.columnName,
    author: post.authorName,
    date: isFlash ? formatTime(post.publishedAt) : formatDay(post.publishedAt),
    isFlash,
    summary: post.summary === post.title ? '' : post.summary,
    access: accessLabels[post.access],
    hasCover: cover !== null,
    quote: quote && breakHeadline(quote, await segmenterOf(ctx)),
    address: base + (await pagePath(ctx, post)),
  };
  return drawSharePicture(input, { cover, logo });
}

const accessLabels: Record<SyndicatedPost['access'], string> = {
  public: '',
  member: '登录后阅读全文',
  vip: 'VIP 专享，图中是公开的部分',
  paid: '付费内容，图中是公开的部分',
};

/** A guarded view is shared as the page that shows at least the teaser to everyone (docs/product.md §13). */
async function pagePath(ctx: Context, { columnId, id }: SyndicatedPost): Promise<string> {
  const routes = buildRoutes(await listColumns(ctx));
  const route = routes.find((one) => one.id === columnId);
  const isOpen = route && !route.meta.auth && route.children.every(({ meta }) => !meta.auth);
  return isOpen ? detailPath(columnId, id) : `/mobileDetail?id=${id}`;
}

const formatDay = (iso: string): string => {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  return `${year} 年 ${month} 月 ${day} 日`;
};
const formatTime = (iso: string): string => `${formatDay(iso)} ${iso.slice(11, 16)}`;

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

const redirectTo = (reply: FastifyReply, path: string) =>
  reply.header('cache-control', 'no-cache').redirect(path, 302);

const sendPicture = (reply: FastifyReply, bytes: Buffer) =>
  reply.header('cache-control', immutable).type('image/png').send(bytes);

const sendRefusal = (reply: FastifyReply, status: number, message: string) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(`${message}\n`);
