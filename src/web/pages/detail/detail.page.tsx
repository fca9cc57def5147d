import { columnTag, postTag } from '#shared/cache-tags.ts';
import { definePage } from '../../page.ts';
import { describeDetail } from './describe-detail.ts';
import { type DetailData, loadDetail } from './load-detail.ts';
import { Post } from './post.tsx';

/** The detail view of news, reports, VIP and dynamic columns (docs/product.md §2). */
export const page = definePage<DetailData>({
  parameters: ['id'],
  tags: ({ query, column }) => [
    postTag(query.get('id') ?? ''),
    ...(column ? [columnTag(column.id)] : []),
    'adverts',
    'columns',
    'plans',
    'topics',
  ],
  load: loadDetail,
  describe: ({ post }, _pageLocation, site) => describeDetail(post, site),
  isPersonal: true,
  // The key resets all state for another post at the same path.
  Page: ({ data, pageLocation }) => <Post key={data.post.id} data={data} pageLocation={pageLocation} />,
});
