import { useEffect } from 'react';
import { requestAccessMark, useAccessMarks } from '#client/access-marks.ts';
import { useIsLoggedIn } from '#client/session.ts';
import { formatFen } from '#shared/money.ts';
import { AccessTag } from '#ui/display/tag.tsx';
import type { Access } from '#ui/types.ts';
import { useClient } from '../../client-context.ts';
import s from './post-access.module.css';

export interface PostAccessProps {
  post: { id: string; price: number | null };
  access: Access;
  showPublic?: boolean;
}

/**
 * Who may read a post of a list: its access level, and its price. A member sees 已购 or 可读 in place of the price of a
 * post that is open to them.
 */
export function PostAccess({ post: { id, price }, access, showPublic = false }: PostAccessProps) {
  const isForSome = access === 'vip' || access === 'paid';
  const mark = useAccessMark(isForSome ? id : null);
  return (
    <>
      <AccessTag access={access} showPublic={showPublic} />
      {mark && <span className={s.mark}>{mark === 'bought' ? '已购' : '可读'}</span>}
      {!mark && access === 'paid' && price !== null && <span className="fig">{formatFen(price)}</span>}
    </>
  );
}

/** Loads a member's mark of a post with those of the whole page; a rendered page is the same for everyone. */
function useAccessMark(id: string | null) {
  const client = useClient();
  const isMember = useIsLoggedIn();
  const generation = useAccessMarks((state) => state.generation);
  const mark = useAccessMarks(({ marks }) => (id === null ? null : marks[id]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when all marks became void.
  useEffect(() => {
    if (id === null || !isMember) return;
    requestAccessMark(id, (ids) =>
      client().call('GET /member/accessMarks', { query: { ids }, silent: true }),
    );
  }, [id, isMember, generation, client]);
  return isMember ? mark : null;
}
