import type { Head } from '../../page.ts';
import { ownPicture } from '../../parts/piece/piece-text.ts';
import { authorPath } from '../../parts/story.ts';
import type { Site } from '../../site.ts';
import { authorAddress, defaultKind, type ListedKind } from './author-choice.ts';
import type { AuthorData } from './load-author.ts';

const nouns: Record<ListedKind, string> = { article: '文章', reference: '内参', news: '资讯' };

/** What the tab, search engines and shared links are told of an author. */
export function describeAuthor({ author, choice, records, totals }: AuthorData, site: Site): Head {
  const { id, name, title, bio, avatar } = author;
  const said = [title, bio].filter(Boolean).join('。');
  const titles = records?.slice(0, 3).map((record) => record.title) ?? [];
  const isFirst = choice.current === 1;
  return {
    title: `${name}的${nouns[choice.kind]}${isFirst ? '' : ` 第 ${choice.current} 页`} - ${site.name}`,
    description: `${name}${said ? `：${said}` : ''}${titles.length > 0 ? `。新作：${titles.join('；')}` : ''}`,
    // The kind that the bare address shows has that address.
    canonical: authorAddress({
      ...choice,
      kind: choice.kind === defaultKind(totals) ? null : choice.kind,
    }),
    image: ownPicture(avatar),
    isNoindex: !records?.length,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        identifier: id,
        name,
        url: site.url + authorPath(id),
        ...(title && { jobTitle: title }),
        ...(bio && { description: bio }),
        ...(avatar && { image: avatar.startsWith('/') ? site.url + avatar : avatar }),
        worksFor: { '@type': 'Organization', name: site.name },
        interactionStatistic: {
          '@type': 'InteractionCounter',
          interactionType: 'https://schema.org/FollowAction',
          userInteractionCount: author.followers,
        },
        agentInteractionStatistic: {
          '@type': 'InteractionCounter',
          interactionType: 'https://schema.org/WriteAction',
          userInteractionCount: author.posts,
        },
      },
    },
  };
}
