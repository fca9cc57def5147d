import { useEffect, useState } from 'react';
import { formatFen } from '#shared/money.ts';
import { previewTokenOf } from '#shared/preview-link.ts';
import { Prose } from '#ui/article/prose.tsx';
import { Main } from '#ui/layout/main.tsx';
import { ReadingColumn } from '#ui/layout/reading-column.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { useClient } from '#web/client-context.ts';
import { definePage } from '#web/page.ts';
import { ArticleCover, ArticleHead } from '#web/parts/post/article-layout.tsx';
import { PaywallBox } from '#web/parts/post/paywall-box.tsx';
import { visibleDeck } from '#web/parts/post/post-text.ts';
import { toPicture } from '#web/parts/story.ts';
import { TextSkeleton } from '#web/parts/text-skeleton.tsx';
import { silent } from '#web/parts/use-action.ts';
import { useLoad } from '#web/parts/use-load.ts';
import type { OpenedPreview } from '../preview-links/schema.ts';
import s from './preview.module.css';

/** The target of a preview link. The text is loaded in the browser only, so that no page with a text is cached. */
export const page = definePage<null>({
  parameters: [],
  load: async () => null,
  describe: (_data, _pageLocation, site) => ({ title: `预览 - ${site.name}`, isNoindex: true }),
  frame: 'none',
  Page: () => <PreviewPage />,
});

/** Undefined until the browser has read the fragment; null without a token. */
function useToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const read = () => setToken(previewTokenOf(location.hash) ?? null);
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return token;
}

function PreviewPage() {
  const token = useToken();
  const client = useClient();
  const { data, error } = useLoad(token ?? null, () =>
    client().call('POST /reception/openPreview', { body: { token: token ?? '' }, ...silent }),
  );
  const message = token === null ? '预览链接不完整，请把它完整地复制到地址栏。' : error?.message;
  return (
    <Main>
      <ReadingColumn>
        {message && (
          <EmptyState level={1} title="这个预览打不开">
            <p>{message}</p>
          </EmptyState>
        )}
        {!message && !data && <TextSkeleton count={4} label="正在取预览" />}
        {!message && data && <Preview {...data} />}
      </ReadingColumn>
    </Main>
  );
}

const lockReasonLabels = {
  member: '登录后可读',
  vip: 'VIP 可读',
  paid: '购买后可读',
  withdrawn: '已撤下',
} as const;

function Preview({ post, label, day }: OpenedPreview) {
  const picture = toPicture(post.cover);
  const names = post.authors.map(({ name }) => name).join('、');
  return (
    <>
      <Watermark text={`预览 · ${label} · ${day}`} />
      <article aria-label="预览">
        <ArticleHead
          column={{ name: post.columnName }}
          access={post.access}
          title={post.title}
          deck={visibleDeck(post.summary, post.body)}
          author={
            <p className={s.note}>
              {names} · {post.wordCount.toLocaleString('zh-CN')} 字 · 未公开的预览，请勿转发
            </p>
          }
        />
        {picture && <ArticleCover picture={picture} />}
        <Prose html={post.body} />
        {post.lockReason && (
          <PaywallBox
            remaining={post.lockedWordCount}
            reason={lockReasonLabels[post.lockReason]}
            note={
              post.lockReason === 'paid' && post.price !== null ? `单篇 ${formatFen(post.price)}` : undefined
            }
          />
        )}
      </article>
    </>
  );
}

/** Enough to cover a large screen. */
const copies = Array.from({ length: 48 }, (_, index) => `copy ${index}`);

/** Covers the screen, and each printed page, with the text. */
const Watermark = ({ text }: { text: string }) => (
  <div className={s.watermark} data-watermark aria-hidden="true">
    {copies.map((copy) => (
      <span key={copy}>{text}</span>
    ))}
  </div>
);
