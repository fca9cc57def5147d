import {
  decideAccess,
  decideAccessToPosts,
  type HeldGrants,
  noGrants,
} from '#features/entitlements/index.ts';
import { letterKinds, siteUrl } from '#features/notifications/index.ts';
import { type MailedPost, readMailedPosts, toPlainText, writeMail } from '#features/posts/index.ts';
import { type Actor, visitor } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { deriveAccent } from '#shared/brand/accent.ts';
import { toIso } from '#shared/dates.ts';
import { composeLetter, type LetterBrand, type LetterItem, type LetterText } from './compose.ts';
import type { LetterRow } from './letter-queries.ts';
import type { LetterParts } from './parts.ts';
import type { PreviewReader } from './schema.ts';

/** `--c-accent` and `--c-accent-fill` of `src/ui/tokens.css`. */
const defaultAccent = { light: '#c2371c', dark: '#f2745a', fill: '#c2371c' };

/** A letter with its posts, read once for many recipients. */
export type LetterContent = {
  text: LetterText;
  posts: readonly MailedPost[];
  brand: LetterBrand;
  isWhole: boolean;
  /** Composed letters by the rights that they show. */
  composed: Map<string, { html: string; text: string }>;
};

/** A recipient, or a kind of reader in a preview. */
export type LetterReader = { actor: Actor; grants: HeldGrants };

/** Reads the text, the published posts and the brand of a letter; `isSent` for its recipients. */
export async function loadContent(
  ctx: Context,
  parts: Pick<LetterParts, 'settings' | 'fallbackSiteUrl'>,
  letter: Pick<
    LetterRow,
    'subject' | 'introduction' | 'post_ids' | 'is_whole' | 'subscription' | 'started_at'
  >,
  { isSent = false } = {},
): Promise<LetterContent> {
  // Only a letter of one post carries its text.
  const isWhole = letter.is_whole && letter.post_ids.length === 1;
  const [posts, settings, site] = await Promise.all([
    readMailedPosts(ctx, letter.post_ids, { hasBodies: isWhole }),
    parts.settings(ctx),
    siteUrl(ctx, parts),
  ]);
  const { name, motto, logo, accent } = settings.site;
  const tones = accent ? deriveAccent(accent) : null;
  return {
    text: {
      subject: letter.subject,
      introduction: letter.introduction,
      date: toIso(letter.started_at ?? ctx.now()),
      subscription: labelOf(letter.subscription),
    },
    posts,
    brand: {
      name,
      motto: motto ?? '',
      site,
      // Mail programs do not show SVG.
      logo: logo?.startsWith('/') && !/\.svg$/i.test(logo) ? site + logo : null,
      accent: tones
        ? { light: tones.accent[0], dark: tones.accent[1], fill: tones['accent-fill'][0] }
        : defaultAccent,
      // Previews and test letters have no recipient to count.
      isCounted: isSent && settings.statistics.letters,
    },
    isWhole,
    composed: new Map(),
  };
}

export const labelOf = (subscription: string): string =>
  letterKinds.find(({ kind }) => kind === subscription)?.label ?? '邮件报';

/**
 * Composes a letter for one reader: each post is cut by `decideAccess`, as on the site. Letters of readers with the same
 * rights are composed once, except a watermarked copy.
 * @returns null if nothing is left of what the letter was to show
 */
export async function composeFor(
  ctx: Context,
  { watermarkCopy }: Pick<LetterParts, 'watermarkCopy'>,
  content: LetterContent,
  { actor, grants }: LetterReader,
): Promise<{ html: string; text: string } | null> {
  const nowMs = ctx.now().getTime();
  const readings = content.posts.map(({ target }) => decideAccess(actor, target, grants, nowMs));
  const shown = content.posts.flatMap((post, index) => {
    const reading = readings[index];
    return reading && (reading.part === 'all' || reading.part === 'teaser') ? [{ post, reading }] : [];
  });
  if (shown.length === 0 && content.text.introduction === '') return null;
  const compose = async (copyOf: (html: string) => string) =>
    composeLetter(
      content.text,
      await Promise.all(
        shown.map(async ({ post, reading }): Promise<LetterItem> => {
          const html = reading.part === 'all' ? copyOf(post.html) : post.openHtml;
          return {
            id: post.target.id,
            columnId: post.target.columnId,
            title: post.title,
            summary: post.summary,
            cover: post.cover,
            columnName: post.columnName,
            authorName: post.authorName,
            publishedAt: post.publishedAt,
            lock: reading.part === 'teaser' ? reading.reason : null,
            body: content.isWhole
              ? { html: await writeMail(html, content.brand.site), text: await toPlainText(html) }
              : null,
          };
        }),
      ),
      content.brand,
    );
  const [only] = shown;
  const { access } = only?.post.target ?? {};
  if (content.isWhole && only?.reading.part === 'all' && (access === 'vip' || access === 'paid')) {
    const copy = await watermarkCopy({ ...ctx, actor }, { id: only.post.target.id, html: only.post.html });
    if (copy) return compose(() => copy.html);
  }
  const key = readings.map((reading) => (reading.part === 'teaser' ? reading.reason : reading.part)).join();
  const known = content.composed.get(key);
  if (known) return known;
  const composed = await compose((html) => html);
  // The rights of 20 posts have many combinations; the letter of each is 30 KB.
  if (content.composed.size >= 100) content.composed.clear();
  content.composed.set(key, composed);
  return composed;
}

const member = (vipUntil: number | null): Actor => ({
  kind: 'member',
  memberId: '0',
  sessionId: '0',
  permissions: new Set(),
  vipUntil,
});

/**
 * Composes a letter as a reader of a kind would get it, for a preview or test letter: without locked text that the caller
 * could not read on the site.
 */
export async function composePreview(
  ctx: Context,
  parts: Pick<LetterParts, 'watermarkCopy'>,
  content: LetterContent,
  kind: PreviewReader,
): Promise<{ html: string; text: string } | null> {
  const readings = await decideAccessToPosts(
    ctx,
    content.posts.map(({ target }) => target),
  );
  const posts = content.posts.map((post, index) =>
    readings[index]?.part === 'all' ? post : { ...post, html: post.openHtml },
  );
  return composeFor(ctx, parts, { ...content, posts }, readerOfKind(kind));
}

/** Returns a reader of a kind for previews and test letters: without purchases. */
const readerOfKind = (kind: PreviewReader): LetterReader => ({
  actor: kind === 'visitor' ? visitor : member(kind === 'vip' ? Number.POSITIVE_INFINITY : null),
  grants: noGrants,
});

/** Returns a member as a reader of letters. Permissions of staff do not count. */
export const readerOf = (
  memberId: string,
  { vipUntil, grants }: { vipUntil: number | null; grants: HeldGrants },
): LetterReader => ({ actor: { ...member(vipUntil), memberId } as Actor, grants });
