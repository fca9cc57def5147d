import { lazy, Suspense, useEffect, useRef } from 'react';
import {
  Outlet,
  Link as RouterLink,
  useLocation,
  useMatches,
  useNavigation,
  useRevalidator,
} from 'react-router';
import { closeDialog, useDialogs } from '#client/dialogs.ts';
import { rememberPath } from '#client/places.ts';
import { useProgress } from '#client/progress.ts';
import { useScrollMemory } from '#client/scroll.ts';
import { followSession, useIsLoggedIn } from '#client/session.ts';
import { useMenu, useUser } from '#client/stores.ts';
import { AlertDialog } from '#ui/floats/dialog.tsx';
import { Toaster } from '#ui/floats/toaster.tsx';
import { LinkContext, type LinkProps } from '#ui/link.tsx';
import { useClient } from '../client-context.ts';
import type { RouteHandle } from '../page.ts';
import { AdvertWatchContext } from '../parts/ads/advert-watch.ts';
import { useAdvertCounts } from '../parts/advert-counts.ts';
import { Footer, footerOf } from '../parts/frame/footer.tsx';
import { takeReturn } from '../parts/pay/coming-back.ts';
import { startPaying, usePaying } from '../parts/pay/paying.ts';
import { KnowPopup } from '../parts/popups/know-popup.tsx';
import { useSurroundings } from '../site.ts';
import { Head } from './head.tsx';
import { Header, PhoneBar } from './header.tsx';
import s from './shell.module.css';

// Who only reads loads nothing of paying.
const PayDialog = lazy(() =>
  import('../parts/pay/pay-dialog.tsx').then(({ PayDialog }) => ({ default: PayDialog })),
);

/** Where people come to read what they agree to, or to get in. */
const withoutNotices = new Set(['/agreement', '/login', '/password']);

/** The root of every page: frame, what floats, and the seed's rules for navigation (§2). */
export function Shell() {
  const { site } = useSurroundings();
  const matches = useMatches();
  const handle = matches.at(-1)?.handle as RouteHandle | undefined;
  const frame = handle ? (handle.module?.frame ?? 'inside') : 'inside';
  useNavigationRules(handle);
  useNotices();
  const adverts = useAdvertCounts();
  return (
    <LinkContext value={InnerLink}>
      <AdvertWatchContext value={adverts}>
        <Head />
        {frame === 'none' ? (
          <Outlet />
        ) : (
          <>
            <SkipLink />
            <Header variant={frame} />
            <Outlet key={matches.at(-1)?.id ?? '404'} />
            <Footer {...footerOf(site)} />
            <PhoneBar />
            {!withoutNotices.has(handle?.item.fullPath ?? '') && <KnowPopup />}
          </>
        )}
        <Floats />
      </AdvertWatchContext>
    </LinkContext>
  );
}

function InnerLink({ href, ...rest }: LinkProps) {
  return <RouterLink to={href} {...rest} />;
}

/**
 * Progress bar while a navigation runs, the last path that was not a 404 remembered, scroll to the top or to
 * the saved position, and personal data fetched once it is known who is there.
 */
function useNavigationRules(handle: RouteHandle | undefined): void {
  const { pathname, search, hash } = useLocation();
  const { state } = useNavigation();
  const isLoggedIn = useIsLoggedIn();
  const { revalidate } = useRevalidator();
  const address = pathname + search;
  useProgress(state !== 'idle');
  useScrollMemory(address, handle?.item.meta.keepAlive ?? false, hash);
  useEffect(followSession, []);
  useEffect(() => {
    rememberPath(address, handle === undefined);
    useMenu.setState({ activeMenuId: handle?.item.id ?? '' });
  }, [address, handle]);
  const isPersonal = handle?.module?.isPersonal ?? false;
  const wasLoggedIn = useRef(isLoggedIn);
  useEffect(() => {
    // A page that was opened by its reader loaded as them; only a change of the reader asks again.
    if (wasLoggedIn.current === isLoggedIn) return;
    wasLoggedIn.current = isLoggedIn;
    if (isPersonal) void revalidate();
  }, [isLoggedIn, isPersonal, revalidate]);
}

/** The first stop of the keyboard: jumps over the frame. `Main` carries the target. */
function SkipLink() {
  return (
    <a className={s.skip} href="#main">
      跳到正文
    </a>
  );
}

/** Follows the notices of whoever is logged in; a visitor does not even load what that takes. */
function useNotices(): void {
  const client = useClient();
  const { site } = useSurroundings();
  const memberId = useUser(({ userInfo }) => userInfo?.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `client` is a getter of the page's one client
  useEffect(() => {
    if (memberId === undefined) return;
    let isLeft = false;
    let stop: (() => void) | undefined;
    import('../parts/member/follow-notices.ts').then(
      ({ followNotices }) => {
        if (!isLeft) stop = followNotices(client(), site);
      },
      // The build has changed under an open tab: the badge comes with the next page.
      () => undefined,
    );
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [memberId, site]);
}

/** What floats over every page: a purchase, one dialog at a time (seed §4), toasts. */
function Floats() {
  const dialog = useDialogs(({ waiting }) => waiting[0]);
  return (
    <>
      <PayFloat />
      <AlertDialog
        open={dialog !== undefined}
        title={dialog?.title ?? ''}
        message={dialog?.message ?? ''}
        confirmLabel={dialog?.confirmText ?? ''}
        onConfirm={() => closeDialog(true)}
        onCancel={() => closeDialog(false)}
      />
      <Toaster />
    </>
  );
}

/** The pay pop-up over whatever is on screen, while somebody buys. */
function PayFloat() {
  const request = usePaying(({ request }) => request);
  useEffect(() => {
    const back = takeReturn();
    if (back) startPaying({ first: 'post', isBack: true, ...back });
  }, []);
  return (
    request && (
      <Suspense>
        <PayDialog key={request.orderId ?? request.piece?.id ?? request.first} request={request} />
      </Suspense>
    )
  );
}
