import { columnTag, postTag } from '#shared/cache-tags.ts';
import { definePage } from '../../page.ts';
import { describeDetail } from './describe-detail.ts';
import { type DetailData, loadDetail } from './load-detail.ts';
import { Piece } from './piece.tsx';

/** The detail view of news, reports, VIP and dynamic columns (seed §2). */
export const page = definePage<DetailData>({
  parameters: ['id'],
  tags: ({ query, column }) => [
    postTag(query.get('id') ?? ''),
    ...(column ? [columnTag(column.id)] : []),
    'adverts',
    'columns',
    'plans',
  ],
  load: loadDetail,
  describe: ({ piece }, _place, site) => describeDetail(piece, site),
  isPersonal: true,
  // Another piece at the same path is another page: nothing of the one before may stay.
  Page: ({ data, place }) => <Piece key={data.piece.id} data={data} place={place} />,
});
