import type { AuthorRecord, Fragment, MatchReason } from '#features/search/schema.ts';
import { formatFen } from '#shared/money.ts';
import { AuthorRow } from '../../parts/author/author-card.tsx';
import { authorPath, toStory } from '../../parts/story.ts';
import { useSurroundings } from '../../site.ts';
import type { Hit } from './load-search.ts';
import { SearchAuthor, SearchHit } from './search-parts.tsx';

const kinds = { news: '资讯', article: '文章', reference: '内参' };
const reasons: Record<MatchReason, string> = {
  title: '标题',
  body: '正文',
  author: '作者',
  tag: '标签',
  stock: '股票',
};

/** The pieces that answer, each with the words that matched. */
export function Hits({ hits }: { hits: readonly Hit[] }) {
  const { today } = useSurroundings();
  return (
    <ol>
      {hits.map((hit) => {
        const { title, href, summary, column, author, time, access } = toStory(hit, today);
        return (
          <li key={hit.id}>
            <SearchHit
              kind={kinds[hit.kind]}
              href={href}
              title={hit.titleFragments.length > 0 ? marked(hit.titleFragments) : title}
              fragment={hit.bodyFragments.length > 0 ? marked(hit.bodyFragments) : summary}
              byline={{
                column,
                author,
                time,
                access,
                children: hit.access === 'paid' && hit.price !== null && (
                  <span className="fig">{formatFen(hit.price)}</span>
                ),
              }}
              why={hit.matched.map((reason) => reasons[reason]).join('、') || undefined}
            />
          </li>
        );
      })}
    </ol>
  );
}

/** Authors whose name matches, each leading to their pieces. */
export function AuthorHits({ authors }: { authors: readonly AuthorRecord[] }) {
  return authors.map(({ id, name, title, bio, avatar }) => (
    <SearchAuthor key={id}>
      <AuthorRow
        size={56}
        name={name}
        href={authorPath(id)}
        avatar={avatar}
        note={[title, bio].filter(Boolean).join('　')}
      />
    </SearchAuthor>
  ));
}

// Fragments keep their places, so a place is identity enough.
function marked(fragments: readonly Fragment[]) {
  return fragments.map(({ text, hit }, place) => {
    const key = `f${place}`;
    return hit ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
  });
}
