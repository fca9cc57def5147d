import type { LockReason } from '#features/entitlements/index.ts';
import { formatLongDay } from '#shared/dates.ts';
import { detailPath } from '#shared/site-paths.ts';
import { escapeHtml } from '#shared/text/escape-html.ts';

/** A post as a recipient may read it. `body` is already cut for them and formatted for mail. */
export type LetterItem = {
  id: string;
  columnId: string;
  title: string;
  summary: string;
  cover: string | null;
  columnName: string;
  authorName: string;
  publishedAt: string;
  lock: LockReason | null;
  body: { html: string; text: string } | null;
};

export type LetterBrand = {
  name: string;
  motto: string;
  /** The site's address without a trailing slash. */
  site: string;
  /** An absolute address of a picture that mail programs show; null for the seal. */
  logo: string | null;
  accent: { light: string; dark: string; fill: string };
  /** Whether openings and clicks are counted. */
  isCounted: boolean;
};

export type LetterText = {
  subject: string;
  introduction: string;
  /** ISO 8601, the day in the letter's head. */
  date: string;
  /** Why the recipient gets it: 邮件报：每日摘要. */
  subscription: string;
};

/** Placeholder in a composed letter for the address of the unsubscribe page, which differs by recipient. */
export const unsubscribePlaceholder = 'https://unsubscribe.invalid/';
/**
 * Placeholders for the recipient's addresses that count an opening and a click. The path of the post follows the second.
 */
export const openedPlaceholder = 'https://opened.invalid/';
export const clickedPlaceholder = 'https://clicked.invalid/';

const lockNotes: Record<LockReason, string> = {
  member: '登录后可以读全文',
  vip: 'VIP 会员可以读全文',
  paid: '购买后可以读全文',
};

/** Composes a letter for all recipients with the same rights. */
export function composeLetter(
  text: LetterText,
  items: readonly LetterItem[],
  brand: LetterBrand,
): { html: string; text: string } {
  return { html: writeHtml(text, items, brand), text: writeText(text, items, brand) };
}

const addressOf = ({ columnId, id }: LetterItem, { site }: LetterBrand) => site + detailPath(columnId, id);

/** The address in the HTML part; the plain text is never counted. */
const linkOf = (item: LetterItem, brand: LetterBrand) =>
  brand.isCounted
    ? clickedPlaceholder + encodeURIComponent(detailPath(item.columnId, item.id))
    : addressOf(item, brand);

const bylineOf = ({ columnName, authorName, publishedAt }: LetterItem) =>
  [columnName, authorName, publishedAt.slice(5, 16).replace('T', ' ')].filter(Boolean).join(' · ');

function writeText(
  { subject, introduction, subscription }: LetterText,
  items: readonly LetterItem[],
  brand: LetterBrand,
): string {
  const posts = items.map((item) =>
    [
      item.title,
      bylineOf(item),
      item.body ? item.body.text : item.summary,
      ...(item.lock ? [`（${lockNotes[item.lock]}）`] : []),
      addressOf(item, brand),
    ]
      .filter(Boolean)
      .join('\n'),
  );
  const footer = [
    '——',
    brand.motto ? `${brand.name}　${brand.motto}` : brand.name,
    `你收到它，是因为你在${brand.name}订阅了“${subscription}”。`,
    `退订：${unsubscribePlaceholder}`,
    `订阅设置：${brand.site}/personal/notices`,
  ].join('\n');
  return `${[subject, introduction, ...posts, footer].filter(Boolean).join('\n\n')}\n`;
}

const fonts = "'PingFang SC','Microsoft YaHei','Helvetica Neue',Arial,sans-serif";
const serif = "'Songti SC','Noto Serif CJK SC','Source Han Serif SC',SimSun,serif";

function writeHtml(
  { subject, introduction, date, subscription }: LetterText,
  items: readonly LetterItem[],
  brand: LetterBrand,
): string {
  const { accent, name, motto, site } = brand;
  const preheader = introduction || items.map(({ title }) => title).join('；');
  // Programs without media queries keep the light colours or invert them; both are readable.
  const dark = `@media (prefers-color-scheme:dark){.g{background:#141517!important}.c{background:#1e2022!important}.t,.t a,.a{color:#e9e7e2!important}.t2{color:#bbb9b3!important}.t3{color:#9a9893!important}.r{border-color:#3a3d40!important}.k{background:#141517!important}.x{color:${accent.dark}!important}}
@media (max-width:620px){.w{width:100%!important}.p{padding-left:20px!important;padding-right:20px!important}}`;
  const isWhole = items.some(({ body }) => body !== null);
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${dark}</style></head>
<body class="g" style="margin:0;padding:0;background:#f4f2ed;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:#f4f2ed">${escapeHtml(preheader.slice(0, 90))}</div>
<table role="presentation" class="g" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f4f2ed" style="background:#f4f2ed;table-layout:fixed"><tr><td align="center" style="padding:24px 0">
<table role="presentation" class="w c" width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="width:600px;max-width:100%;table-layout:fixed;background:#ffffff;font-family:${fonts}">
<tr><td style="height:4px;line-height:4px;font-size:0;background:${accent.fill}" bgcolor="${accent.fill}">&nbsp;</td></tr>
<tr><td class="p" style="padding:24px 32px 0">${writeHead(brand, date)}</td></tr>
<tr><td class="p" style="padding:20px 32px 0"><h1 class="t" style="margin:0;font-family:${serif};font-size:26px;line-height:1.35;font-weight:700;color:#17191b">${escapeHtml(subject)}</h1></td></tr>
${introduction ? `<tr><td class="p t" style="padding:14px 32px 0;font-size:16px;line-height:1.8;color:#17191b">${writeLines(introduction)}</td></tr>` : ''}
${items.map((item) => (item.body ? writePost(item, brand, items.length > 1 || item.title !== subject) : writeItem(item, brand))).join('\n')}
<tr><td class="p" style="padding:28px 32px 28px"><div class="r t3" style="border-top:1px solid #e3dfd6;padding-top:16px;font-size:13px;line-height:1.7;color:#64676a">
<strong class="t2" style="color:#46494c">${escapeHtml(name)}</strong>${motto ? `　${escapeHtml(motto)}` : ''}<br>
你收到它，是因为你在${escapeHtml(name)}订阅了“${escapeHtml(subscription)}”。${isWhole ? '内容按你的权限显示，请不要转发。' : ''}<br>
<a class="t2" href="${unsubscribePlaceholder}" style="color:#46494c;text-decoration:underline">退订</a>　<a class="t2" href="${escapeHtml(site)}/personal/notices" style="color:#46494c;text-decoration:underline">订阅设置</a>　<a class="t2" href="${escapeHtml(site)}/" style="color:#46494c;text-decoration:underline">打开网站</a>
</div></td></tr>
</table>
</td></tr></table>${brand.isCounted ? `<img src="${openedPlaceholder}" alt="" width="1" height="1" style="display:block;border:0">` : ''}
</body></html>
`;
}

function writeHead({ name, site, logo, accent }: LetterBrand, date: string): string {
  const mark = logo
    ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="36" style="display:block;height:36px;width:auto;max-width:260px;border:0">`
    : `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td width="36" height="36" align="center" bgcolor="${accent.fill}" style="width:36px;height:36px;background:${accent.fill};color:#ffffff;font-family:${serif};font-size:20px;line-height:36px;font-weight:700">${escapeHtml([...name][0] ?? '')}</td><td class="t" style="padding-left:10px;font-family:${serif};font-size:20px;font-weight:700;color:#17191b">${escapeHtml(name)}</td></tr></table>`;
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="left"><a href="${escapeHtml(site)}/" class="t" style="color:#17191b;text-decoration:none">${mark}</a></td><td align="right" class="t3" style="font-size:13px;color:#64676a;white-space:nowrap">${formatLongDay(date)}</td></tr></table>`;
}

/** A post of several: its title and summary. */
function writeItem(item: LetterItem, brand: LetterBrand): string {
  const address = escapeHtml(linkOf(item, brand));
  const cover = absoluteCover(item.cover, brand.site);
  const lock = item.lock ? `<span class="t3" style="color:#64676a">　${lockNotes[item.lock]}</span>` : '';
  return `<tr><td class="p" style="padding:20px 32px 0"><div class="r" style="border-top:1px solid #e3dfd6;padding-top:20px">
${cover ? `<a href="${address}"><img src="${escapeHtml(cover)}" alt="" width="536" style="display:block;width:536px;max-width:100%;height:auto;border:0;margin:0 0 12px"></a>` : ''}
<div class="t3" style="font-size:13px;line-height:1.5;color:#64676a">${escapeHtml(bylineOf(item))}</div>
<h2 style="margin:6px 0 0;font-family:${serif};font-size:20px;line-height:1.4"><a class="t" href="${address}" style="color:#17191b;text-decoration:none">${escapeHtml(item.title)}</a></h2>
${item.summary ? `<p class="t2" style="margin:8px 0 0;font-size:15px;line-height:1.75;color:#46494c">${escapeHtml(item.summary)}</p>` : ''}
<p style="margin:10px 0 0;font-size:14px;line-height:1.5"><a class="x" href="${address}" style="color:${brand.accent.light};text-decoration:none">阅读全文 ›</a>${lock}</p>
</div></td></tr>`;
}

/** The text of a post, as far as the recipient may read it. */
function writePost(item: LetterItem, brand: LetterBrand, hasTitle: boolean): string {
  const address = escapeHtml(linkOf(item, brand));
  const title = hasTitle
    ? `<h2 class="t" style="margin:6px 0 0;font-family:${serif};font-size:22px;line-height:1.4;color:#17191b">${escapeHtml(item.title)}</h2>`
    : '';
  const rest = item.lock
    ? `<p class="t3" style="margin:0 0 12px;font-size:14px;line-height:1.6;color:#64676a">以上是开放的部分，${lockNotes[item.lock]}。</p>`
    : '';
  return `<tr><td class="p" style="padding:20px 32px 0"><div class="r" style="border-top:1px solid #e3dfd6;padding-top:20px">
<div class="t3" style="font-size:13px;line-height:1.5;color:#64676a">${escapeHtml(bylineOf(item))}</div>
${title}
<div style="padding-top:14px">${item.body?.html ?? ''}</div>
${rest}
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${brand.accent.fill}" style="background:${brand.accent.fill};padding:9px 20px"><a href="${address}" style="color:#ffffff;font-size:15px;text-decoration:none">${item.lock ? '去网站读全文' : '在网站上阅读'}</a></td></tr></table>
</div></td></tr>`;
}

// Only pictures of this site: the host of another would learn that the recipient opened the letter.
const absoluteCover = (cover: string | null, site: string): string | null =>
  cover?.startsWith('/') ? site + cover : null;

/** Plain text as paragraphs. */
const writeLines = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map(
      (paragraph) =>
        `<p style="margin:0 0 12px">${escapeHtml(paragraph.trim()).replaceAll('\n', '<br>')}</p>`,
    )
    .join('');
