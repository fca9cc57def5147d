import { authorPath } from '#shared/site-paths.ts';
import type { Head } from '#web/page.ts';
import { sameSitePicture } from '#web/parts/post/post-text.ts';
import type { Site } from '#web/site.ts';
import { authorFilterAddress, defaultKind, type ListedKind } from './author-filter.ts';
import type { AuthorData } from './load-author.ts';

const kindNames: Record<ListedKind, string> = { article: '文章', reference: '内参', news: '资讯' };

/** Returns the metadata of an author's page for the tab, search engines and shared links. */
export function describeAuthor({ author, filter, records, totals }: AuthorData, site: Site): Head {
  const { id, name, title, bio, avatar } = author;
  const about = [title, bio].filter(Boolean).join('。');
  const titles = records?.slice(0, 3).map((record) => record.title) ?? [];
  const isFirst = filter.current === 1;
  return {
    title: `${name}的${kindNames[filter.kind]}${isFirst ? '' : ` 第 ${filter.current} 页`} - ${site.name}`,
    description: `${name}${about ? `：${about}` : ''}${titles.length > 0 ? `。新作：${titles.join('；')}` : ''}`,
    // The default kind has the bare address, without a `kind` parameter.
    canonical: authorFilterAddress({
      ...filter,
      kind: filter.kind === defaultKind(totals) ? null : filter.kind,
    }),
    image: sameSitePicture(avatar),
    isNoindex: !records?.length,
    feed: { path: `/author/${id}/feed`, title: `${name} - ${site.name}` },
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
