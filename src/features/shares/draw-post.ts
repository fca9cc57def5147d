import { type SyndicatedPost, segmenterOf } from '#features/posts/index.ts';
import type { Brand } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { breakHeadline } from '#shared/text/break-headline.ts';
import type { ShareInput } from './draw-share.ts';
import { drawSharePicture, readSize, type ShareFiles } from './share-pictures.ts';

/** Returns the path under which a post is shared. */
export type PagePath = (ctx: Context, post: { columnId: string; id: string }) => Promise<string>;

type Subject = { ctx: Context; post: SyndicatedPost; brand: Brand; base: string };
type DrawParts = { files: Pick<FileStore, 'read'>; pagePath: PagePath };

/** Draws the picture of a post, as a visitor may read it. `base`: the address of the site, for the QR code. */
export async function drawPost(
  parts: DrawParts,
  subject: Subject,
  form: ShareInput['form'],
  quote = '',
): Promise<Buffer> {
  const { input, cover, logo } = await composePicture(parts, subject, form, quote);
  return drawSharePicture(input, { cover, logo });
}

/** Returns what the picture of a post contains, and the files that are put on it. */
export async function composePicture(
  { files, pagePath }: DrawParts,
  { ctx, post, brand, base }: Subject,
  form: ShareInput['form'],
  quote = '',
): Promise<{ input: ShareInput } & ShareFiles> {
  const readFile = (address: string) =>
    address.startsWith('/files/') ? files.read(ctx.tenant.id, address) : Promise.resolve(null);
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
    authors: post.authors.map(({ name }) => name).join('、'),
    date: isFlash ? formatTime(post.publishedAt) : formatDay(post.publishedAt),
    isFlash,
    summary: post.summary,
    access: accessLabels[post.access],
    hasCover: cover !== null,
    quote: quote && breakHeadline(quote, await segmenterOf(ctx)),
    address: base + (await pagePath(ctx, post)),
  };
  return { input, cover, logo };
}

const accessLabels: Record<SyndicatedPost['access'], string> = {
  public: '',
  member: '登录后阅读全文',
  vip: 'VIP 专享，图中是公开的部分',
  paid: '付费内容，图中是公开的部分',
};

const formatDay = (iso: string): string => {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  return `${year} 年 ${month} 月 ${day} 日`;
};
const formatTime = (iso: string): string => `${formatDay(iso)} ${iso.slice(11, 16)}`;
