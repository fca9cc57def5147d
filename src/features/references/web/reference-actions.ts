import type { ReferenceRecord } from '../schema.ts';
import { isInReview } from './reference-status.ts';

/** A writer's actions on a reference besides editing. An action with a `question` asks for confirmation. */
export const actions = {
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

export type ActionName = keyof typeof actions;

export function allowedActions(reference: Pick<ReferenceRecord, 'state' | 'revision'>): ActionName[] {
  const reviewActions: ActionName[] = isInReview(reference) ? ['cancelReview'] : [];
  if (reference.state === 'published') return [...reviewActions, 'withdraw'];
  return reference.state === 'draft' || reference.state === 'changes' || reference.state === 'rejected'
    ? [...reviewActions, 'delete']
    : reviewActions;
}
