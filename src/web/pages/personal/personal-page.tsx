import { type ReactNode, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { CallError } from '#client/call-error.ts';
import { usePermit } from '#client/permissions.tsx';
import { useContentOnScreen } from '#client/screen.ts';
import { useDataCount, useUser } from '#client/stores.ts';
import { toasts } from '#client/toasts.ts';
import { Button } from '#ui/controls/button.tsx';
import { Main } from '#ui/layout/main.tsx';
import { Notice } from '#ui/states/notice.tsx';
import { Failed } from '#ui/states/void.tsx';
import { definePage, type LoadArguments, type PageModule, type Place } from '../../page.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { silent, useAct } from '../../parts/use-act.ts';
import { type PersonalEntry, PersonalLayout } from './personal-layout.tsx';
import { longDay, shortDay } from './stamp.ts';
import { changePerson, usePerson } from './use-person.ts';

const entries: Entry[] = [
  { label: '我的资料', href: '/personal/info', icon: 'user' },
  { label: '我的购买', href: '/personal/purchase', icon: 'wallet' },
  { label: '我的内参', href: '/personal/reference', icon: 'pen' },
  { label: '我的收藏', href: '/personal/collect', icon: 'mark' },
  { label: '我的关注', href: '/personal/follow', icon: 'plus' },
  { label: '股神争霸', href: '/gszb', icon: 'cup' },
  { label: '阅读历史', href: '/personal/history', icon: 'clock' },
  { label: '消息', href: '/personal/messages', icon: 'comment' },
  { label: '通知设置', href: '/personal/notices', icon: 'bell' },
  { label: '修改密码', href: '/personal/password', icon: 'lock' },
  { label: '账号安全', href: '/personal/security', icon: 'shield' },
];

type Loaded<D> = { data: D } | { message: string };

export type PersonalPage<D> = {
  title: string;
  /** The way in on a narrow screen, with all entries. */
  isIndex?: boolean;
  load: (load: LoadArguments) => Promise<D>;
  Body: (props: { data: D; place: Place }) => ReactNode;
};

/**
 * A page of the personal center: person and entries beside it, its own failed state in its place, so that the way
 * to the others stays. What it needs is asked for silently by `load`.
 */
export function definePersonalPage<D>(page: PersonalPage<D>): PageModule<Loaded<D>> {
  const { title, isIndex = false, load, Body } = page;
  return definePage<Loaded<D>>({
    parameters: [],
    load: (args) => load(args).then((data) => ({ data }), toMessage),
    describe: (_data, _place, site) => ({ title: `${title} - 个人中心 - ${site.name}`, isNoindex: true }),
    // biome-ignore lint/correctness/noComponentHookFactories: each page is defined once, when its module loads.
    Page: ({ data, place }) => (
      <Frame title={title} path={place.path} isIndex={isIndex} isLoaded={'data' in data}>
        {'data' in data ? <Body data={data.data} place={place} /> : <NotLoaded message={data.message} />}
      </Frame>
    ),
  });
}

// A redirect and what is no answer of the server are not this page's to show.
function toMessage(error: unknown): { message: string } {
  if (error instanceof CallError) return { message: error.message };
  throw error;
}

type FrameProps = { title: string; path: string; isIndex: boolean; isLoaded: boolean; children: ReactNode };

function Frame({ title, path, isIndex, isLoaded, children }: FrameProps) {
  useContentOnScreen(isLoaded);
  const profile = usePerson();
  useOwnData();
  const unread = useDataCount(({ msgNotReadCount }) => msgNotReadCount);
  const waiting = useDataCount(({ myApprovalCount }) => myApprovalCount);
  // A reviewer's count holds what others wrote, too.
  const sentBack = usePermit('content.review') ? 0 : waiting;
  const person = profile && {
    name: profile.name,
    note: profile.mobile,
    avatar: profile.avatar,
    vipUntil: profile.vipUntil === null ? null : shortDay(profile.vipUntil),
  };
  return (
    <Main>
      <PersonalLayout person={person} entries={listEntries(path, unread, sentBack)} isIndex={isIndex}>
        {profile?.deletionDueAt && <DeletionNotice dueAt={profile.deletionDueAt} />}
        {isIndex ? <h1 className="vh">{title}</h1> : <PageHead title={title} />}
        {children}
      </PersonalLayout>
    </Main>
  );
}

/**
 * Another person who logs in in another tab gets their own data here. Who is logged out keeps what is on screen:
 * the end of a session is told over it (seed §4), and a revalidation would lead away at once.
 */
function useOwnData(): void {
  const userId = useUser(({ userInfo }) => userInfo?.id);
  const { revalidate } = useRevalidator();
  const shownFor = useRef(userId);
  useEffect(() => {
    if (userId === undefined || userId === shownFor.current) return;
    if (shownFor.current !== undefined) void revalidate();
    shownFor.current = userId;
  }, [userId, revalidate]);
}

function NotLoaded({ message }: { message: string }) {
  const { revalidate } = useRevalidator();
  return <Failed message={message} onRetry={() => void revalidate()} />;
}

/** Over every page while the account waits to be deleted: one press takes it back. */
function DeletionNotice({ dueAt }: { dueAt: string }) {
  const { isBusy, error, run } = useAct();
  const cancel = () =>
    run(async (call) => {
      await call('POST /member/cancelDeletion', silent);
      changePerson({ deletionDueAt: null });
      toasts.success('已撤销注销，账号保留');
    });
  return (
    <Notice
      tone="warning"
      icon="clock"
      action={
        <Button size="s" busy={isBusy} onClick={() => void cancel()}>
          撤销注销
        </Button>
      }
    >
      {error ?? `账号将于 ${longDay(dueAt)}注销，在此之前可以随时撤销。`}
    </Notice>
  );
}

type Entry = Omit<PersonalEntry, 'current' | 'unread' | 'waiting'>;

/** The entries of the personal center, and the way to one's contest. `sentBack`: references that wait for changes. */
function listEntries(path: string, unread: number, sentBack: number): PersonalEntry[] {
  return entries.map((entry) => ({
    ...entry,
    current: entry.href === path,
    unread: entry.href === '/personal/messages' ? unread : undefined,
    waiting: entry.href === '/personal/reference' ? sentBack : undefined,
  }));
}
