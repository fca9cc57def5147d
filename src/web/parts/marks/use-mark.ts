import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { countOf, type MarkTarget, markKey, useMarks, wishMark } from '#client/marks.ts';
import { keepOffer, takeOffer } from '#client/offers.ts';
import { loginAddress } from '#client/return-path.ts';
import { isLoggedIn, useIsLoggedIn } from '#client/session.ts';
import { toasts } from '#client/toasts.ts';
import { useClient } from '../../client-context.ts';
import { sendMarksBy } from './send-mark.ts';

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
