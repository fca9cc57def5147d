import { videoName, videoPage } from '#shared/embeds.ts';
import { riskNotice } from '#shared/risk-notice.ts';
import { escapeHtml } from '#shared/text/escape-html.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import { absoluteUrl } from './attributes.ts';
import { figureKind } from './figures.ts';
import { writeStocksAsText } from './link-stocks.ts';
import { toText } from './serialise.ts';
import { type El, embedOf, isFormula, type Node, parseTree } from './tree.ts';

export type WechatInput = {
  /** A stored body, cut to what anyone may read. */
  html: string;
  /** Why the rest is locked; null for a whole body. */
  lockReason: 'member' | 'vip' | 'paid' | null;
  /** The site's address without a trailing slash, and its name. */
  site: string;
  siteName: string;
  /** The address of the post's page, and of the picture with its QR code. */
  link: string;
  code: string;
  /**
   * The addresses of pictures at WeChat by their addresses in the body; null for a picture that could not be uploaded.
   * Without the map, pictures keep their own addresses, made absolute.
   */
  pictures: ReadonlyMap<string, string | null> | null;
};

export type WechatText = {
  html: string;
  text: string;
  /** The pictures of the body, each once, in order of appearance. */
  pictures: { src: string; alt: string }[];
};

/**
 * Writes a body for an article of a WeChat account, whose editor drops style sheets, classes, ids, scripts, frames and
 * links to other sites: every style is inline, links become numbered notes, and what an article cannot show becomes
 * words. Styles are short and inherited where possible, because they count towards the 20,000 characters of an article.
 */
export function writeWechatSync(input: WechatInput): WechatText {
  const nodes = writeStocksAsText(parseTree(input.html));
  const writer: Writer = { ...input, found: new Map(), notes: new Map(), isCode: false };
  const body = writeAll(nodes, writer);
  const lock = input.lockReason && lockLines[input.lockReason];
  const html = [
    `<section style="${rootStyle}">`,
    body,
    lock ? `<p style="margin:24px 0 0;text-align:center;font-weight:bold">${lock}</p>` : '',
    writeNotes(writer),
    writeFooter(input),
    '</section>',
  ].join('');
  return {
    html,
    text: [
      toText(nodes)
        .replace(/\n{2,}/g, '\n')
        .trim(),
      lock,
      ...noteLines(writer),
      riskNotice,
      `阅读原文：${input.link}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    pictures: [...writer.found].map(([src, alt]) => ({ src, alt })),
  };
}

type Writer = WechatInput & {
  /** Alternative texts of the pictures by address. */
  found: Map<string, string>;
  /** The links by address, in the order of their numbers. */
  notes: Map<string, { number: number; title: string }>;
  isCode: boolean;
};

const lockLines = {
  member: '余下内容登录后可读，请点击阅读原文',
  vip: '付费部分请点击阅读原文',
  paid: '付费部分请点击阅读原文',
};

const rootStyle = 'font-size:16px;line-height:1.8;color:#17191b;word-break:break-word';
const quiet = 'font-size:13px;line-height:1.6;color:#888';
const box = 'margin:0 0 16px;padding:10px 14px;border:1px solid #ddd';
const bar = 'margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #ccc;color:#555';
const styles: Readonly<Record<string, string>> = {
  p: 'margin:0 0 16px',
  h2: 'margin:28px 0 12px;font-size:20px',
  h3: 'margin:24px 0 10px;font-size:18px',
  h4: 'margin:20px 0 8px;font-size:16px',
  blockquote: bar,
  ul: 'margin:0 0 16px;padding-left:24px',
  ol: 'margin:0 0 16px;padding-left:24px',
  table: 'width:100%;margin:0 0 16px;border-collapse:collapse;font-size:14px;line-height:1.5',
  th: 'padding:5px;border:1px solid #ddd',
  td: 'padding:5px;border:1px solid #ddd',
  pre: `${box};background:#f6f6f6;font-size:13px;line-height:1.6`,
  code: 'font-family:Menlo,Consolas,monospace',
  hr: 'margin:24px 0;border:0;border-top:1px solid #ddd',
};
const listStyles: Readonly<Record<string, string>> = {
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
};
const plainTags = new Set('strong b em s u sub sup thead tbody tr br li'.split(' '));
const emptyTags = new Set(['br', 'hr']);

const writeAll = (nodes: readonly Node[], writer: Writer): string =>
  nodes.map((node) => (typeof node === 'string' ? writeText(node, writer) : write(node, writer))).join('');

// WeChat collapses white space in code, so line ends are elements and indents no-break spaces.
function writeText(text: string, { isCode }: Writer): string {
  // Line ends between blocks.
  if (!isCode) return text.trim() === '' && text.includes('\n') ? '' : escapeHtml(text);
  return escapeHtml(text)
    .replace(/\r?\n/g, '<br>')
    .replaceAll('\t', '\u00a0\u00a0')
    .replace(/ {2,}/g, (spaces) => '\u00a0'.repeat(spaces.length));
}

const paragraph = (inner: string): string => `<p style="${styles.p}">${inner}</p>`;

function write(node: El, writer: Writer): string {
  const { tag, attrs, kids } = node;
  if (isFormula(node)) {
    const source = `<code style="${styles.code}">${escapeHtml(attrs['data-tex'] ?? '')}</code>`;
    return tag === 'div' ? paragraph(source) : source;
  }
  const inner = () => writeAll(kids, writer);
  if (tag === 'img') return writePicture(attrs, writer);
  if (tag === 'video' || tag === 'audio')
    return paragraph(`［${tag === 'video' ? '视频' : '音频'}：请点击阅读原文播放］`);
  if (tag === 'a') return writeLink(node, inner(), writer);
  const embed = embedOf(node);
  if (embed) {
    const title = toText(kids).replace(/\s+/g, ' ').trim();
    const name = `${videoName(embed)}${title && `：${title}`}`;
    return paragraph(`▶ ${escapeHtml(name)}${noteOf(videoPage(embed), name, writer)}`);
  }
  if (tag === 'figure')
    return figureKind(attrs.class) === 'bookmark'
      ? writeBookmark(kids, writer)
      : `<section style="margin:0 0 16px;text-align:center">${inner()}</section>`;
  if (tag === 'figcaption' || tag === 'caption')
    return `<section style="margin:6px 0 12px;${quiet};text-align:center">${inner()}</section>`;
  if (tag === 'table') return writeTable(node, writer);
  if (tag === 'footer') return `<p style="margin:0;${quiet}">${inner()}</p>`;
  if (tag === 'small') return `<span style="font-size:13px">${inner()}</span>`;
  if (tag === 'sup' && attrs.class === 'fn')
    return `<sup>[注${escapeHtml(toText(kids).replace(/[^\p{L}\p{N}]/gu, ''))}]</sup>`;
  if (tag === 'div' && attrs['data-callout'] !== undefined)
    return `<section style="${box}"><p style="margin:0 0 6px;font-weight:bold">${escapeHtml(attrs['aria-label'] ?? '')}</p>${inner()}</section>`;
  const style = [styles[tag], listStyleOf(node)].filter(Boolean).join(';');
  if (style === '' && !plainTags.has(tag)) return inner();
  const start = `<${tag}${style && ` style="${style}"`}${spansOf(attrs)}>`;
  if (emptyTags.has(tag)) return start;
  return `${start}${tag === 'pre' ? writeAll(kids, { ...writer, isCode: true }) : inner()}</${tag}>`;
}

function listStyleOf({ tag, attrs }: El): string {
  if (tag !== 'ol') return '';
  if (attrs.class?.startsWith('han')) return 'padding-left:40px;list-style-type:cjk-ideographic';
  const named = attrs.type && listStyles[attrs.type];
  return named ? `list-style-type:${named}` : '';
}

const spansOf = (attrs: El['attrs']): string =>
  ['colspan', 'rowspan', 'start']
    .flatMap((name) => (attrs[name] && /^-?\d{1,6}$/.test(attrs[name]) ? [` ${name}="${attrs[name]}"`] : []))
    .join('');

/** The caption goes before the table, because WeChat's editor has none. */
function writeTable({ kids }: El, writer: Writer): string {
  const isCaption = (node: Node) => typeof node !== 'string' && node.tag === 'caption';
  const caption = writeAll(kids.filter(isCaption), writer);
  const rows = writeAll(
    kids.filter((kid) => !isCaption(kid)),
    writer,
  );
  return `${caption}<table style="${styles.table}">${rows}</table>`;
}

/** A card as a box: the title with its note, the description and the site. Its picture is left out. */
function writeBookmark(kids: readonly Node[], writer: Writer): string {
  const parts = kids.flatMap((kid) => {
    if (typeof kid === 'string') return [];
    if (kid.tag === 'a') return `<p style="margin:0;font-weight:bold">${write(kid, writer)}</p>`;
    return kid.tag === 'img' ? [] : `<p style="margin:0;${quiet}">${writeAll(kid.kids, writer)}</p>`;
  });
  return `<section style="${box}">${parts.join('')}</section>`;
}

function writePicture({ src = '', alt = '' }: El['attrs'], writer: Writer): string {
  if (!writer.found.has(src)) writer.found.set(src, alt);
  const name = alt.replace(/\s+/g, ' ').trim();
  const address = writer.pictures ? writer.pictures.get(src) : absoluteUrl(src, writer.site);
  if (!address) return `<span style="${quiet}">［此处缺一张图片${escapeHtml(name && `：${name}`)}］</span>`;
  return `<img src="${escapeHtml(address)}" alt="${escapeHtml(name)}" style="max-width:100%;height:auto">`;
}

/** In graphemes. */
const maxNoteTitle = 40;
const wechatArticle = /^https?:\/\/mp\.weixin\.qq\.com\//i;

function writeLink({ attrs, kids }: El, inner: string, writer: Writer): string {
  const { href = '' } = attrs;
  // The way back from a footnote.
  if (/^#fr\d/.test(href)) return '';
  // A note for each security would be longer than the text.
  if (attrs.class === 'stock') return inner;
  if (attrs['data-size'] !== undefined) return `${inner}（附件，请点击阅读原文下载）`;
  if (wechatArticle.test(href)) return `<a href="${escapeHtml(href)}">${inner}</a>`;
  const address = absoluteUrl(href, writer.site);
  if (!address) return inner;
  const title = toText(kids).replace(/\s+/g, ' ').trim();
  return title === address ? inner : inner + noteOf(address, title, writer);
}

/** Returns the number of a link's note; links to the same address share one. */
function noteOf(address: string, title: string, { notes }: Writer): string {
  const note = notes.get(address) ?? { number: notes.size + 1, title: excerpt(title, maxNoteTitle) };
  notes.set(address, note);
  return `<sup>[${note.number}]</sup>`;
}

const noteLines = ({ notes }: Writer): string[] =>
  [...notes].map(
    ([address, { number, title }]) =>
      `[${number}] ${title && `${title}：`}${address.replace(/^mailto:/i, '')}`,
  );

function writeNotes(writer: Writer): string {
  if (writer.notes.size === 0) return '';
  const lines = noteLines(writer).map((line) => `<p style="margin:0">${escapeHtml(line)}</p>`);
  return `<section style="margin:24px 0 0;${quiet};word-break:break-all"><p style="margin:0;font-weight:bold">文中链接</p>${lines.join('')}</section>`;
}

const writeFooter = ({ code, link, siteName }: WechatInput): string =>
  [
    `<section style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid #ddd;text-align:center;${quiet}">`,
    `<p style="margin:0 0 8px">点击左下角“阅读原文”，或长按识别二维码，在${escapeHtml(siteName)}阅读</p>`,
    code && `<img src="${escapeHtml(code)}" alt="原文二维码" style="width:120px;height:120px">`,
    `<p style="margin:8px 0 0;word-break:break-all">${escapeHtml(link)}</p>`,
    `<p style="margin:8px 0 0">${riskNotice}</p></section>`,
  ].join('');
