import type { ReferenceRecord } from '#features/references/schema.ts';
import { isWaiting } from './words.ts';

/** What a writer may do to a piece besides writing on it. `question`: it is asked before it is done. */
export const acts = {
  cancelReview: {
    call: 'POST /internalReference/cancelReview',
    label: '撤回送审',
    question: null,
    done: '已撤回送审',
  },
  withdraw: {
    call: 'POST /internalReference/withdraw',
    label: '撤下',
    question: '它会立即从页面、列表和搜索里消失；买过的读者可以申请退款。改好后可以再提交审核。',
    done: '已撤下',
  },
  delete: {
    call: 'POST /internalReference/delete',
    label: '删除',
    question: '删除后找不回来。',
    done: '已删除',
  },
} as const;

export type ActName = keyof typeof acts;

/** What may be done to one that stands so. */
export function actsOf(piece: Pick<ReferenceRecord, 'state' | 'revision'>): ActName[] {
  const first: ActName[] = isWaiting(piece) ? ['cancelReview'] : [];
  if (piece.state === 'published') return [...first, 'withdraw'];
  return piece.state === 'draft' || piece.state === 'changes' || piece.state === 'rejected'
    ? [...first, 'delete']
    : first;
}
