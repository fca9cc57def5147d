import { videoName, videoPage } from '#shared/embeds.ts';
import { escapeHtml } from '#shared/text/escape-html.ts';
import { absoluteUrl } from './attributes.ts';
import { toText } from './serialise.ts';
import { type El, embedOf, isFormula, type Node, parseTree } from './tree.ts';

/**
 * Writes a prepared body for a mail: every style is inline, because mail programs drop style sheets, and every address
 * is absolute. What mail cannot show (video, formulas, attachments) becomes words. The classes are those of the letter's
 * dark colours.
 */
export function writeMailSync({ html, site }: { html: string; site: string }): string {
  return writeAll(parseTree(html), { site, isCode: false });
}

/** Width in pixels of a picture in a letter of 600 pixels. */
const pictureWidth = 536;

type Mail = { site: string; isCode: boolean };

const styles: Readonly<Record<string, string>> = {
  p: 'margin:0 0 16px;font-size:16px;line-height:1.8;color:#17191b',
  h2: 'margin:28px 0 12px;font-size:20px;line-height:1.4;color:#17191b',
  h3: 'margin:24px 0 10px;font-size:18px;line-height:1.4;color:#17191b',
  h4: 'margin:20px 0 8px;font-size:16px;line-height:1.4;color:#17191b',
  blockquote: 'margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid #d9d5cc;color:#46494c',
  footer: 'font-size:14px;color:#64676a',
  ul: 'margin:0 0 16px;padding-left:24px;font-size:16px;line-height:1.8;color:#17191b',
  ol: 'margin:0 0 16px;padding-left:24px;font-size:16px;line-height:1.8;color:#17191b',
  li: 'margin:0 0 4px',
  table: 'width:100%;margin:0 0 16px;border-collapse:collapse;font-size:14px;line-height:1.5;color:#17191b',
  th: 'padding:6px 8px;border:1px solid #d9d5cc;text-align:left',
  td: 'padding:6px 8px;border:1px solid #d9d5cc',
  caption: 'padding:0 0 6px;font-size:13px;color:#64676a',
  figcaption: 'margin:6px 0 0;font-size:13px;line-height:1.5;color:#64676a',
  pre: 'margin:0 0 16px;padding:12px;background:#f4f2ed;font-size:13px;line-height:1.6;white-space:pre-wrap;word-break:break-all;color:#17191b',
  code: 'font-family:Consolas,Menlo,monospace',
  hr: 'margin:24px 0;border:0;border-top:1px solid #d9d5cc',
};
const plainTags = new Set([
  'strong',
  'b',
  'em',
  's',
  'u',
  'sub',
  'sup',
  'small',
  'cite',
  'thead',
  'tbody',
  'tr',
  'br',
]);
const emptyTags = new Set(['br', 'hr']);
const quietTags = new Set(['footer', 'caption', 'figcaption', 'blockquote']);
const sunkenTags = new Set(['pre']);
const ruledTags = new Set(['th', 'td', 'hr', 'blockquote']);

const writeAll = (nodes: readonly Node[], mail: Mail): string =>
  nodes.map((node) => (typeof node === 'string' ? escapeHtml(node) : write(node, mail))).join('');

function write(node: El, mail: Mail): string {
  const { tag, attrs, kids } = node;
  if (isFormula(node)) {
    const source = `<code style="${styles.code}">${escapeHtml(attrs['data-tex'] ?? '')}</code>`;
    return tag === 'div' ? `<p class="t" style="${styles.p}">${source}</p>` : source;
  }
  const inner = () => writeAll(kids, mail);
  if (tag === 'img') return writePicture(attrs, mail);
  if (tag === 'video' || tag === 'audio')
    return `<p class="t2" style="${styles.p}">［${tag === 'video' ? '视频' : '音频'}，请在网站上观看］</p>`;
  if (tag === 'a') return writeLink(node, inner(), mail);
  const embed = embedOf(node);
  if (embed) {
    const title = toText(kids).replace(/\s+/g, ' ').trim();
    const name = escapeHtml(`${videoName(embed)}${title && `：${title}`}`);
    return `<p class="t" style="${styles.p}">${writeLink({ ...node, attrs: { href: videoPage(embed) } }, name, mail)}</p>`;
  }
  if (tag === 'figure') return `<div style="margin:0 0 16px">${inner()}</div>`;
  if (tag === 'div' && attrs['data-callout'] !== undefined)
    return `<div class="r" style="margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid #d9d5cc">${inner()}</div>`;
  const style = styles[tag];
  if (style === undefined && !plainTags.has(tag)) return inner();
  const classes = [
    ...(style?.includes('color:#') ? [quietTags.has(tag) ? 't2' : 't'] : []),
    ...(ruledTags.has(tag) ? ['r'] : []),
    ...(sunkenTags.has(tag) ? ['k'] : []),
  ];
  const spans = ['colspan', 'rowspan', 'start']
    .flatMap((name) => (attrs[name] && /^\d{1,4}$/.test(attrs[name]) ? [` ${name}="${attrs[name]}"`] : []))
    .join('');
  const className = classes.length > 0 ? ` class="${classes.join(' ')}"` : '';
  const start = `<${tag}${className}${style ? ` style="${style}"` : ''}${spans}>`;
  return emptyTags.has(tag) ? start : `${start}${inner()}</${tag}>`;
}

function writePicture({ src = '', alt = '', width }: El['attrs'], { site }: Mail): string {
  // Only pictures of this site: others would tell their host who opens the letter.
  const address = /^\/(?![/\\])/.test(src) ? site + src : undefined;
  if (!address) return '';
  const shown = Math.min(Number(width) || pictureWidth, pictureWidth);
  return `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}" width="${shown}" style="display:block;width:${shown}px;max-width:100%;height:auto;border:0">`;
}

function writeLink({ attrs }: El, inner: string, { site }: Mail): string {
  // Attachments need a session, so their addresses are of no use in a mail.
  const isFile = attrs['data-size'] !== undefined || /^\/files\//.test(attrs.href ?? '');
  if (isFile) return `${inner}（附件，请在网站上下载）`;
  const address = absoluteUrl(attrs.href ?? '', site);
  return address
    ? `<a class="a" href="${escapeHtml(address)}" style="color:#17191b;text-decoration:underline">${inner}</a>`
    : inner;
}
