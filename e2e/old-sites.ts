import { readFileSync } from 'node:fs';

const read = (name: string) =>
  readFileSync(new URL(`../src/testing/exports/${name}`, import.meta.url), 'utf8');

/** The day of publication and the slug of the numbered post of the old WordPress site. */
export const oldPath = (n: number): string => `/2022/03/04/rate-cut-${n}/`;
export const oldTitle = (n: number): string => `央行下调利率之${n}`;
/** `/?p=` of a numbered post: numbers that the export itself does not use. */
export const oldNumber = (n: number): number => 100_000 + n;

/**
 * Returns the export of WordPress 6.1 in src/testing/exports, grown to `posts` more posts by repeating its first one with its
 * comments and tags. Every post links to the one before. One post in a hundred keeps its picture, which cannot be fetched.
 */
export function growWordPress(posts: number): Buffer {
  const whole = read('wordpress.xml');
  const items = whole.match(/<item>[\s\S]*?<\/item>\n?/g) ?? [];
  const first = items.find((item) => item.includes('<wp:post_id>5</wp:post_id>')) ?? '';
  const grown = Array.from({ length: posts }, (_, at) => growItem(first, at + 1));
  return Buffer.from(whole.replace('</channel>', () => `${grown.join('')}</channel>`));
}

function growItem(item: string, n: number): string {
  const previous =
    n > 1 ? `<p>前一篇：<a href="http://old.example.org${oldPath(n - 1)}">${oldTitle(n - 1)}</a>。</p>` : '';
  return item
    .replaceAll('/2022/03/04/rate-cut/', oldPath(n))
    .replace('央行下调利率', oldTitle(n))
    .replace('<p>正文一。</p>', () => `<p>正文之${n}。</p>${previous}`)
    .replace(/<figure class="wp-block-image">.*?<\/figure>/, (figure) => (n % 100 === 0 ? figure : ''))
    .replace('<wp:post_id>5</wp:post_id>', `<wp:post_id>${oldNumber(n)}</wp:post_id>`)
    .replace('<![CDATA[rate-cut]]>', `<![CDATA[rate-cut-${n}]]>`)
    .replace(/<wp:comment_id>(\d+)</g, (_, id: string) => `<wp:comment_id>${n * 10 + Number(id)}<`)
    .replace(/<wp:comment_parent>([1-9])</g, (_, id: string) => `<wp:comment_parent>${n * 10 + Number(id)}<`)
    .replace(/<wp:postmeta>[\s\S]*?<\/wp:postmeta>\n?/g, '');
}

export const ghostMail = (n: number): string => `reader${n}@example.cn`;

/** Returns the members' export of Ghost's admin with `members` people, of whom every tenth pays. */
export function ghostMembers(members: number): Buffer {
  const header =
    'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers';
  const lines = Array.from({ length: members }, (_, at) => {
    const n = at + 1;
    const tiers = n % 10 === 0 ? '年度会员' : '';
    return `6b04${String(n).padStart(20, '0')},${ghostMail(n)},读者${n},,true,,,2025-01-02T03:04:05.000Z,,老读者,${tiers}`;
  });
  return Buffer.from([header, ...lines, ''].join('\n'));
}
