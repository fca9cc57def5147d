import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { BatchOutcome } from '#features/comments/desk/schema.ts';
import { call } from '../../api.ts';
import type { CommentVerb } from './comment-card.tsx';

const done = { show: '已显示', hide: '已隐藏', delete: '已删除', settle: '已了结' } as const;

/** Does something to comments and says how much of it could be done. A failed call rejects; its alert has told why. */
export function useCommentActs(onDone: () => void) {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (verb: CommentVerb, ids: readonly string[], reason = '') => {
    setIsBusy(true);
    try {
      tell(verb, await send(verb, [...ids], reason));
      onDone();
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, run };
}

function send(verb: CommentVerb, ids: string[], reason: string): Promise<BatchOutcome> {
  if (verb === 'hide') return call('POST /admin/comment/hide', { body: { ids, reason } });
  if (verb === 'delete') return call('POST /admin/comment/delete', { body: { ids, reason } });
  return call(verb === 'show' ? 'POST /admin/comment/show' : 'POST /admin/comment/settle', { body: { ids } });
}

function tell(verb: CommentVerb, { changed, refused }: BatchOutcome): void {
  const [first] = refused;
  if (!first) toasts.success(changed > 0 ? `${done[verb]} ${changed} 条` : '没有需要改动的');
  else toasts.warning(`${done[verb]} ${changed} 条，${refused.length} 条没有处理：${first.message}`);
}
