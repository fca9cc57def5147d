import { createRequire } from 'node:module';
import type { Attributes, IOptions, Transformer } from 'sanitize-html';
import { readEmbedAddress } from '#shared/embeds.ts';
import { figureKind } from './figures.ts';
import { headingTags, markTag } from './tree.ts';

const require = createRequire(import.meta.url);

/** Tags that only group; they become paragraph boundaries (see shape.ts). */
const groupingTags =
  'section article main header aside nav address dl dt dd details summary center fieldset form hgroup'.split(
    ' ',
  );

const renamedTags: Record<string, string> = {
  i: 'em',
  strike: 's',
  del: 's',
  ins: 'u',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  tfoot: 'tbody',
  ...Object.fromEntries(groupingTags.map((tag) => [tag, 'div'])),
};

/** Keeps of a figure's attributes what shape.ts checks. */
const toFigure = (attribs: Attributes) => {
  const { 'data-embed': provider, 'data-video': video } = attribs;
  const name = figureKind(attribs.class);
  return {
    tagName: 'figure',
    attribs: {
      ...(name !== undefined && { class: name }),
      ...(provider !== undefined && video !== undefined && { 'data-embed': provider, 'data-video': video }),
    },
  };
};

const transformers: Readonly<Record<string, Transformer>> = {
  figure: (_, attribs) => toFigure(attribs),
  // Older WordPress galleries are lists.
  ul: (tagName, attribs) =>
    figureKind(attribs.class) === 'gallery' ? toFigure(attribs) : { tagName, attribs },
  // The player of a known site is derived from the id of its video; any other frame is removed.
  iframe: (tagName, attribs) => {
    const embed = readEmbedAddress(attribs.src || attribs['data-src'] || '');
    return embed
      ? { tagName: 'figure', attribs: { 'data-embed': embed.provider, 'data-video': embed.video } }
      : { tagName, attribs };
  },
};

const options: IOptions = {
  allowedTags: [
    ...'p h1 h2 h3 h4 h5 h6 blockquote footer cite ul ol li table thead tbody tr th td caption figure figcaption'.split(
      ' ',
    ),
    ...'img a strong b em s u sub sup code pre br hr span small video audio source div'.split(' '),
    markTag,
  ],
  allowedAttributes: {
    a: ['href', 'title', 'id', 'data-size', 'class'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    th: ['colspan', 'rowspan', 'scope', 'class'],
    td: ['colspan', 'rowspan', 'class'],
    ol: ['start', 'reversed', 'type', 'class'],
    li: ['id'],
    sup: ['class'],
    span: ['class', 'data-tex'],
    div: ['class', 'data-tex', 'data-callout'],
    code: ['class'],
    figure: ['class', 'data-embed', 'data-video'],
    ...Object.fromEntries([...headingTags].map((tag) => [tag, ['id']])),
    video: ['src', 'poster', 'width', 'height'],
    audio: ['src'],
    source: ['src'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src', 'poster'],
  allowProtocolRelative: true,
  // The content of these is not running text; browsers read most of them as raw text, which mutation attacks exploit.
  nonTextTags: (
    'script style textarea option select xmp iframe noembed noframes noscript plaintext title template svg math ' +
    'object embed applet'
  ).split(' '),
  selfClosing: ['img', 'br', 'hr', 'source'],
  transformTags: {
    ...Object.fromEntries(
      Object.entries(renamedTags).map(([from, to]): [string, Transformer] => [
        from,
        (_, attribs) => ({ tagName: to, attribs }),
      ]),
    ),
    ...transformers,
  },
};

/**
 * Sanitises foreign markup: only listed elements, attributes and schemes pass. The caller has bounded the nesting
 * (guard.ts); shape.ts shapes the result.
 */
export function sanitiseMarkup(html: string): string {
  // Loaded at the first markup, because most processes and commands sanitise none.
  const sanitizeHtml = require('sanitize-html') as typeof import('sanitize-html');
  return sanitizeHtml(html, options);
}
