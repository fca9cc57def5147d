import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Client } from '#client/client.ts';
import { loginAddress } from '#client/return-path.ts';
import { saveIntent, takeIntent } from '#client/saved-intent.ts';
import { isLoggedIn, useIsLoggedIn } from '#client/session.ts';
import { slotsOf } from '#client/slots.ts';
import { toasts } from '#client/toasts.ts';
import {
  type FlagTarget,
  flagKey,
  type SendFlag,
  setFlag,
  shownCount,
  targetSpace,
  useUserState,
} from '#client/user-state.ts';
import type { ApiCalls } from '#features/calls.ts';
import { useClient } from '../../client-context.ts';
import type { FlagSlot } from './flag-slot.ts';

export type FlagToggle = {
  /** False until the browser has loaded the reader's own flags: the server-rendered page is the same for everyone. */
  isOn: boolean;
  /** How many people have set the flag, the reader's own change included. */
  count: number;
  /**
   * Sets or clears the flag optimistically. Sends a visitor to the log-in and back here, where a toast offers to set
   * it.
   */
  toggle: () => void;
};

const slots = slotsOf(
  import.meta.glob<{ slot: FlagSlot }>('../../../features/*/web/**/flag.*.slot.ts', { eager: true }),
);

function slotOf(of: FlagTarget['of']): FlagSlot {
  const slot = slots.find((one) => one.of === of);
  if (!slot) throw new Error(`No feature has flags of ${of}.`);
  return slot;
}

const messages = {
  author: { question: '已登录。要关注这位作者吗？', label: '关注', already: '你已经关注了这位作者' },
  post: { question: '已登录。要收藏这一篇吗？', label: '收藏', already: '这一篇已经在你的收藏里' },
};

/**
 * One flag of the reader; all buttons for the same target agree. `initialCount` is the count that came with the page.
 */
export function useUserFlag({ of, id }: FlagTarget, initialCount = 0): FlagToggle {
  const client = useClient();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const isMember = useIsLoggedIn();
  const target: FlagTarget = { of, id };
  const key = flagKey(target);
  const flag = useUserState((flags) => flags[key]);
  const address = pathname + search + hash;

  const set = (isOn: boolean) => setFlag(target, isOn, createFlagSender(client()));
  const restoreIntent = useEffectEvent(() => {
    if (!takeIntent(target, address)) return;
    const space = targetSpace(of);
    const { question, label, already } =
      space in messages ? messages[space as keyof typeof messages] : slotOf(of);
    if (useUserState.getState()[key]?.isOn) toasts.info(already);
    else toasts.withAction(question, label, () => set(true));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another target is another offer
  useEffect(() => {
    if (isMember) restoreIntent();
  }, [isMember, key]);

  return {
    isOn: flag?.isOn ?? false,
    count: shownCount(flag, initialCount),
    toggle: () => {
      if (isLoggedIn()) return set(!useUserState.getState()[key]?.isOn);
      saveIntent(target, address);
      void navigate(loginAddress(address));
    },
  };
}

/**
 * Sends flags with the calls of docs/product.md §7. A failed call shows an alert like any other (docs/product.md §8).
 */
function createFlagSender({ call }: Pick<Client<ApiCalls>, 'call'>): SendFlag {
  const add = async ({ of, id }: Parameters<SendFlag>[0]): Promise<string> => {
    if (of === 'author') return (await call('POST /member/addFollow', { query: { authorId: id } })).id;
    if (of === 'news') return (await call('POST /member/addNewsCollect', { query: { newsId: id } })).id;
    return (await call('POST /member/addArticleCollect', { query: { articleId: id } })).id;
  };
  return async (target, isOn, recordId) => {
    if (target.of === 'player' || target.of === 'stock') {
      await slotOf(target.of).send(call, target.id, isOn);
      return null;
    }
    if (isOn) return add(target);
    if (target.of === 'author') {
      await call('POST /member/deleteFollow', { query: { authorId: target.id } });
      return null;
    }
    // A list says that a post is collected but not under which record id; adding is idempotent and returns the id.
    const id = recordId ?? (await add(target));
    if (target.of === 'news') await call('POST /member/deleteNewsCollect', { query: { id } });
    else await call('POST /member/deleteArticleCollect', { query: { id } });
    return null;
  };
}
