import { call } from '#admin/api.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import type { FeedItem } from '../schema.ts';

// One item at a time: the server copies the images of each.
const approveAs = (as: 'published' | 'draft') => async (ids: string[]) => {
  const [id = ''] = ids;
  const { state } = await call('POST /admin/feed/approve', { body: { id, as }, silent: true });
  return [state === 'held' ? { id, note: '含有需审词，已送审' } : { id }];
};

export const itemChanges: readonly RowChange<FeedItem>[] = [
  { verb: '发布', act: approveAs('published') },
  { verb: '存为草稿', act: approveAs('draft') },
  {
    verb: '忽略',
    act: (ids) => call('POST /admin/feed/dismiss', { body: { ids }, silent: true }),
    // Maximum number of ids per call.
    chunk: 100,
  },
];
