import fc from 'fast-check';

export const picture = '<img src="/files/a.png" alt="图">';
export const table =
  '<table><thead><tr><th>列</th><th>值</th></tr></thead><tbody><tr><td>一</td><td>二</td></tr></tbody></table>';

const word = fc.constantFrom('甲', '乙 b', '丙\n', ' 丁', '<br>', 'x', '  ', '');
const inlineTag = fc.constantFrom(
  'a href="/1"',
  'a href="https://x.example/" title="t"',
  'strong',
  'b',
  'em',
  's',
  'u',
  'sub',
  'sup',
  'code',
  'small',
  'span',
  'sup class="fn"',
);
const leaf = fc.constantFrom(
  picture,
  '<audio src="/files/a.mp3"></audio>',
  '<span class="math" data-tex="x"></span>',
  '<!--paywall-->',
  '<sup class="fn"><a href="#fn1" id="fr1">1</a></sup>',
);
const blockTag = fc.constantFrom(
  'p',
  'h2',
  'h3',
  'ul',
  'ol',
  'ol reversed start="3"',
  'li',
  'li id="fn1"',
  'blockquote',
  'footer',
  'table',
  'caption',
  'thead',
  'tbody',
  'tr',
  'td',
  'td colspan="2"',
  'th',
  'figure',
  'figcaption',
  'figure class="gallery"',
  'pre',
  'div',
  'div class="callout" data-callout="note"',
);
const blockLeaf = fc.constantFrom(
  '<hr>',
  `<figure>${picture}<figcaption>注</figcaption></figure>`,
  `<p>${picture}</p>`,
  table,
  '<div class="math" data-tex="y"></div>',
  '<figure data-embed="bilibili" data-video="BV1GJ411x7h7"></figure>',
  '<figure class="bookmark"><a href="https://a.example/">题</a></figure>',
  '<p>文</p>',
);
const close = (tag: string) => `</${tag.split(' ')[0]}>`;

/** Markup as foreign editors write it: any element in any other. */
export const { markup } = fc.letrec<{ markup: string; inline: string; block: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'inline' },
    word,
    leaf,
    fc
      .tuple(inlineTag, fc.array(tie('inline'), { maxLength: 3 }))
      .map(([tag, parts]) => `<${tag}>${parts.join('')}${close(tag)}`),
  ),
  block: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'block' },
    fc.array(tie('inline'), { maxLength: 3 }).map((parts) => parts.join('')),
    blockLeaf,
    fc
      .tuple(blockTag, fc.array(tie('block'), { maxLength: 4 }))
      .map(([tag, parts]) => `<${tag}>${parts.join('')}${close(tag)}`),
  ),
  markup: fc.array(tie('block'), { maxLength: 6 }).map((parts) => parts.join('')),
}));
