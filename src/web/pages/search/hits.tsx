import type { ReactNode } from 'react';
import type { AuthorRecord, Fragment, MatchReason, SearchCard } from '#features/search/schema.ts';
import { authorPath } from '#shared/site-paths.ts';
import { AuthorRow } from '../../parts/author/author-card.tsx';
import { toStory } from '../../parts/story.ts';
import { FollowButton } from '../../parts/user-state/action-button.tsx';
import { useSiteContext } from '../../site.ts';
import type { Hit } from './load-search.ts';
import { ResultCard, SearchAuthor, SearchHit, SecurityCard } from './search-parts.tsx';

const kinds = { news: '资讯', article: '文章', reference: '内参' };
const reasons: Record<MatchReason, string> = {
  title: '标题',
  body: '正文',
  author: '作者',
  tag: '标签',
  stock: '股票',
};

/** The posts found, each with its matches highlighted. */
export function Hits({ hits }: { hits: readonly Hit[] }) {
  const { today } = useSiteContext();
  return (
    <ol>
      {hits.map((hit) => {
        const { title, href, summary, column, authors, time, access, post } = toStory(hit, today);
        return (
          <li key={hit.id}>
            <SearchHit
              kind={kinds[hit.kind]}
              href={href}
              title={hit.titleFragments.length > 0 ? highlight(hit.titleFragments) : title}
              fragment={hit.bodyFragments.length > 0 ? highlight(hit.bodyFragments) : summary}
              byline={{
                column,
                authors,
                time,
                access,
                post,
              }}
              reason={hit.matched.map((reason) => reasons[reason]).join('、') || undefined}
            />
          </li>
        );
      })}
    </ol>
  );
}

/** The security or author that the query names exactly. */
export function NamedCard({ card }: { card: SearchCard }) {
  if (card.type === 'stock') {
    const { code, name, market } = card;
    return (
      <SecurityCard
        name={name}
        code={code}
        market={market}
        href={`/stock?code=${encodeURIComponent(code)}`}
      />
    );
  }
  return (
    <ResultCard label="作者">
      <FoundAuthor author={card} action={<FollowButton authorId={card.id} name={card.name} />} />
    </ResultCard>
  );
}

/** The authors found, each with a link to their page. */
export function AuthorHits({ authors }: { authors: readonly AuthorRecord[] }) {
  return authors.map((author) => (
    <SearchAuthor key={author.id}>
      <FoundAuthor author={author} />
    </SearchAuthor>
  ));
}

function FoundAuthor({
  author: { id, name, title, bio, avatar },
  action,
}: {
  author: AuthorRecord;
  action?: ReactNode;
}) {
  return (
    <AuthorRow
      size={56}
      name={name}
      href={authorPath(id)}
      avatar={avatar}
      note={[title, bio].filter(Boolean).join('　')}
      action={action}
    />
  );
}

// Fragments never change order, so the index identifies them.
function highlight(fragments: readonly Fragment[]) {
  return fragments.map(({ text, hit }, index) => {
    const key = `f${index}`;
    return hit ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
  });
}
