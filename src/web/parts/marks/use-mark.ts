import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Client } from '#client/client.ts';
import { countOf, type MarkTarget, markKey, type SendMark, useMarks, wishMark } from '#client/marks.ts';
import { keepOffer, takeOffer } from '#client/offers.ts';
import { loginAddress } from '#client/return-path.ts';
import { isLoggedIn, useIsLoggedIn } from '#client/session.ts';
import { toasts } from '#client/toasts.ts';
import type { ApiCalls } from '#features/calls.ts';
import { useClient } from '../../client-context.ts';

export type MarkSwitch = {
  /** False until the browser knows the person's own marks: the page came as everybody's. */
  isOn: boolean;
  /** How many people have it marked, the person's own wish included. */
  count: number;
  /** Marks or unmarks at once; sends a visitor to log-in and back here, where it is offered. */
  press: () => void;
};

const words = {
  author: { question: '已登录。要关注这位作者吗？', label: '关注', already: '你已经关注了这位作者' },
  player: { question: '已登录。要关注这位选手吗？', label: '关注', already: '你已经关注了这位选手' },
  piece: { question: '已登录。要收藏这一篇吗？', label: '收藏', already: '这一篇已经在你的收藏里' },
};

/** One switch of the person's own marks; all on the same thing agree. `ofPage` is the count the page came with. */
export function useMark({ of, id }: MarkTarget, ofPage = 0): MarkSwitch {
  const client = useClient();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const isMember = useIsLoggedIn();
  const target: MarkTarget = { of, id };
  const key = markKey(target);
  const mark = useMarks((marks) => marks[key]);
  const address = pathname + search + hash;

  const wish = (isOn: boolean) => wishMark(target, isOn, sendMarksBy(client()));
  const offer = useEffectEvent(() => {
    if (!takeOffer(target, address)) return;
    const { question, label, already } = words[of === 'author' || of === 'player' ? of : 'piece'];
    if (useMarks.getState()[key]?.isOn) toasts.info(already);
    else toasts.offer(question, label, () => wish(true));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another target is another offer
  useEffect(() => {
    if (isMember) offer();
  }, [isMember, key]);

  return {
    isOn: mark?.isOn ?? false,
    count: countOf(mark, ofPage),
    press: () => {
      if (isLoggedIn()) return wish(!useMarks.getState()[key]?.isOn);
      keepOffer(target, address);
      void navigate(loginAddress(address));
    },
  };
}

/** Sends marks with the calls of seed §7; a failure is alerted like that of any call (seed §8). */
function sendMarksBy({ call }: Pick<Client<ApiCalls>, 'call'>): SendMark {
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
