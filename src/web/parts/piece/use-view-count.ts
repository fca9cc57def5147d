import { useEffect, useState } from 'react';
import type { PostDetail } from '#features/posts/schema.ts';
import { useClient } from '../../client-context.ts';
import { pieceCalls } from './piece-calls.ts';

/**
 * Counts one view when the piece comes on screen, and answers how many there are with it. What is not out is
 * not counted; a count that fails is nobody's business.
 */
export function useViewCount({ id, kind, state, views }: PostDetail): number {
  const client = useClient();
  const [counted, setCounted] = useState(0);
  const isOut = state === 'published';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per piece and visit, whatever else changes
  useEffect(() => {
    if (!isOut) return;
    client()
      .call(pieceCalls(kind).viewed, { query: { id }, silent: true })
      .then((answer) => setCounted(answer.views))
      .catch(() => undefined);
  }, [id, isOut]);
  return Math.max(counted, views);
}
