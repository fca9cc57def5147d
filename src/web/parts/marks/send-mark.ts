import type { Client } from '#client/client.ts';
import type { SendMark } from '#client/marks.ts';
import type { ApiCalls } from '#features/calls.ts';

/** Sends marks with the calls of seed §7; a failure is alerted like that of any call (seed §8). */
export function sendMarksBy({ call }: Pick<Client<ApiCalls>, 'call'>): SendMark {
  const add = async ({ of, id }: Parameters<SendMark>[0]): Promise<string> => {
    if (of === 'author') return (await call('POST /member/addFollow', { query: { authorId: id } })).id;
    if (of === 'news') return (await call('POST /member/addNewsCollect', { query: { newsId: id } })).id;
    return (await call('POST /member/addArticleCollect', { query: { articleId: id } })).id;
  };
  return async (target, isOn, recordId) => {
    if (target.of === 'player') {
      const path = isOn ? 'POST /member/contest/follow' : 'POST /member/contest/unfollow';
      await call(path, { body: { playerId: target.id } });
      return null;
    }
    if (isOn) return add(target);
    if (target.of === 'author') {
      await call('POST /member/deleteFollow', { query: { authorId: target.id } });
      return null;
    }
    // A list says that a piece is collected, not by which record; adding is idempotent and answers it.
    const id = recordId ?? (await add(target));
    if (target.of === 'news') await call('POST /member/deleteNewsCollect', { query: { id } });
    else await call('POST /member/deleteArticleCollect', { query: { id } });
    return null;
  };
}
