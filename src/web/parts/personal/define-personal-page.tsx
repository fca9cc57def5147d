import { type ReactNode, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { CallError } from '#client/call-error.ts';
import { usePermit } from '#client/permissions.tsx';
import { slotsOf } from '#client/slots.ts';
import { useDataCount, useUser } from '#client/stores.ts';
import { toasts } from '#client/toasts.ts';
import { formatLongDay } from '#shared/dates.ts';
import type { SiteMenu } from '#shared/menu.ts';
import { isOffAddress } from '#shared/modules.ts';
import { Button } from '#ui/controls/button.tsx';
import { Main } from '#ui/layout/main.tsx';
import { ErrorState } from '#ui/states/empty-state.tsx';
import { Notice } from '#ui/states/notice.tsx';
import { definePage, type LoadArguments, type PageLocation, type PageModule } from '../../page.ts';
import { useSiteContext } from '../../site.ts';
import { updateProfile, useProfile } from '../member/use-profile.ts';
import { PageHead } from '../page-head.tsx';
import { silent, useAction } from '../use-action.ts';
import { type PersonalEntry, PersonalLayout } from './personal-layout.tsx';
import type { PersonalSlot } from './personal-slot.ts';
import { formatShortDay } from './stamp.ts';

const slots = slotsOf(
  import.meta.glob<{ slot: PersonalSlot | readonly PersonalSlot[] }>(
    '../../../features/*/web/**/personal.*.slot.ts',
    { eager: true },
  ),
);

type Loaded<D> = { data: D } | { message: string };

export type PersonalPage<D> = {
  title: string;
  /** The index page with all entries, for narrow screens. */
  isIndex?: boolean;
  load: (load: LoadArguments) => Promise<D>;
  Body: (props: { data: D; pageLocation: PageLocation }) => ReactNode;
};

/**
 * Defines a page of the personal center. It shows person and entries beside the page and a load error in the page's
 * place, so that the other entries stay reachable. `load` should make silent calls.
 */
export function definePersonalPage<D>(page: PersonalPage<D>): PageModule<Loaded<D>> {
  const { title, isIndex = false, load, Body } = page;
  return definePage<Loaded<D>>({
    parameters: [],
    load: (args) => load(args).then((data) => ({ data }), toMessage),
    describe: (_data, _pageLocation, site) => ({
      title: `${title} - 个人中心 - ${site.name}`,
      isNoindex: true,
    }),
    // biome-ignore lint/correctness/noComponentHookFactories: each page is defined once, when its module loads.
    Page: ({ data, pageLocation }) => (
      <PersonalFrame title={title} path={pageLocation.path} isIndex={isIndex}>
        {'data' in data ? (
          <Body data={data.data} pageLocation={pageLocation} />
        ) : (
          <LoadError message={data.message} />
        )}
      </PersonalFrame>
    ),
  });
}

// Redirects, and errors that are not from a call, are not shown on this page.
function toMessage(error: unknown): { message: string } {
  if (error instanceof CallError) return { message: error.message };
  throw error;
}

type PersonalFrameProps = {
  title: string;
  path: string;
  isIndex: boolean;
  children: ReactNode;
};

function PersonalFrame({ title, path, isIndex, children }: PersonalFrameProps) {
  const profile = useProfile();
  const { site } = useSiteContext();
  useReloadOnUserChange();
  const counts = useDataCount();
  // A reviewer's count includes what other people wrote.
  const isReviewer = usePermit('content.review');
  const person = profile && {
    name: profile.name,
    note: profile.mobile,
    avatar: profile.avatar,
    vipUntil: profile.vipUntil === null ? null : formatShortDay(profile.vipUntil),
  };
  return (
    <Main>
      <PersonalLayout
        person={person}
        entries={listEntries(path, isReviewer ? { ...counts, myApprovalCount: 0 } : counts, site.menu)}
        isIndex={isIndex}
      >
        {profile?.deletionDueAt && <DeletionNotice dueAt={profile.deletionDueAt} />}
        {isIndex ? <h1 className="vh">{title}</h1> : <PageHead title={title} />}
        {children}
      </PersonalLayout>
    </Main>
  );
}

/**
 * Reloads the data when another member logs in in another tab. After a log-out the page stays on screen: a revalidation
 * would redirect before the warning about the ended session was read (docs/product.md §4).
 */
function useReloadOnUserChange(): void {
  const userId = useUser(({ userInfo }) => userInfo?.id);
  const { revalidate } = useRevalidator();
  const shownUserId = useRef(userId);
  useEffect(() => {
    if (userId === undefined || userId === shownUserId.current) return;
    if (shownUserId.current !== undefined) void revalidate();
    shownUserId.current = userId;
  }, [userId, revalidate]);
}

function LoadError({ message }: { message: string }) {
  const { revalidate } = useRevalidator();
  return <ErrorState message={message} onRetry={() => void revalidate()} />;
}

/** Shown above every page while the account awaits deletion; one press cancels it. */
function DeletionNotice({ dueAt }: { dueAt: string }) {
  const { isBusy, error, run } = useAction();
  const cancel = () =>
    run(async (call) => {
      await call('POST /member/cancelDeletion', silent);
      updateProfile({ deletionDueAt: null });
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
      {error ?? `账号将于 ${formatLongDay(dueAt)}注销，在此之前可以随时撤销。`}
    </Notice>
  );
}

const listEntries = (
  path: string,
  counts: ReturnType<typeof useDataCount.getState>,
  { off }: SiteMenu,
): PersonalEntry[] =>
  slots
    .filter(({ href }) => !isOffAddress(href, off))
    .map(({ label, href, icon, paths = [], countUnread, countWaiting }) => ({
      ...{ label, href, icon },
      current: [href, ...paths].includes(path),
      unread: countUnread?.(counts),
      waiting: countWaiting?.(counts),
    }));
