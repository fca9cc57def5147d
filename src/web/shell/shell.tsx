import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import {
  Outlet,
  Link as RouterLink,
  useLocation,
  useMatches,
  useNavigation,
  useRevalidator,
} from 'react-router';
import { closeDialog, useDialogs } from '#client/dialogs.ts';
import { useLoadingMask } from '#client/loading.ts';
import { useProgress } from '#client/progress.ts';
import { syncSession, useIsLoggedIn } from '#client/session.ts';
import { useMenu, useUser } from '#client/stores.ts';
import { useScrollRestoration } from '#client/use-scroll-restoration.ts';
import { saveLastPath } from '#client/visited-paths.ts';
import { LinkContext, type LinkProps } from '#ui/link.tsx';
import { AlertDialog } from '#ui/overlays/dialog.tsx';
import { LoadingMask } from '#ui/overlays/loading-mask.tsx';
import { Toaster } from '#ui/overlays/toaster.tsx';
import { useClient } from '../client-context.ts';
import type { RouteHandle } from '../page.ts';
import { AdvertTrackerContext } from '../parts/ads/advert-tracker.ts';
import { useAdvertCounter } from '../parts/advert-counter.ts';
import { CachedPart } from '../parts/cached-part.tsx';
import { Footer, siteFooter } from '../parts/frame/footer.tsx';
import { takeGatewayReturn } from '../parts/pay/gateway-return.ts';
import { openPayDialog, usePayRequest } from '../parts/pay/pay-request.ts';
import { KnowPopup } from '../parts/popups/know-popup.tsx';
import { useSiteContext } from '../site.ts';
import { Head } from './head.tsx';
import { Header, PhoneBar } from './header.tsx';
import s from './shell.module.css';
import { useKeys } from './use-keys.ts';
import { useRevealFocus } from './use-reveal-focus.ts';
import { useUnsavedFields } from './use-unsaved-fields.ts';

// Readers who buy nothing do not load the payment code.
const PayDialog = lazy(() =>
  import('../parts/pay/pay-dialog.tsx').then(({ PayDialog }) => ({ default: PayDialog })),
);

// Few readers look the keys up.
const KeysDialog = lazy(() =>
  import('./keys-dialog.tsx').then(({ KeysDialog }) => ({ default: KeysDialog })),
);

/** Pages to read an agreement or to log in; no notice pops up there. */
const pathsWithoutKnow = new Set(['/agreement', '/login', '/password']);

/** The root of every page: header, footer, overlays, and the rules for navigation (docs/product.md §2). */
export function Shell() {
  const { site, columns } = useSiteContext();
  const matches = useMatches();
  const handle = matches.at(-1)?.handle as RouteHandle | undefined;
  const frame = handle ? (handle.module?.frame ?? 'inside') : 'inside';
  useNavigationEffects(handle);
  useMemberCounts();
  useRevealFocus();
  const advertTracker = useAdvertCounter();
  const { dialog: keysDialog, show: showKeys } = useKeysDialog(frame !== 'none');
  // A page starts anew when the route name changes, also where the next route has the same view.
  const view = <Outlet key={matches.at(-1)?.id} />;
  return (
    <LinkContext value={RouterAwareLink}>
      <AdvertTrackerContext value={advertTracker}>
        <Head />
        {frame === 'none' ? (
          view
        ) : (
          <>
            <SkipLink />
            <Header variant={frame} />
            {view}
            <CachedPart name="footer" data={null}>
              {() => <Footer {...siteFooter({ site, columns })} onShowKeys={showKeys} />}
            </CachedPart>
            <PhoneBar />
            {!pathsWithoutKnow.has(handle?.item.fullPath ?? '') && <KnowPopup />}
          </>
        )}
        {keysDialog}
        <Overlays />
      </AdvertTrackerContext>
    </LinkContext>
  );
}

/** The single-key shortcuts and the dialog that lists them. */
function useKeysDialog(isOn: boolean) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  const show = useCallback(() => setState('open'), []);
  useKeys(isOn, show);
  // Once opened it stays mounted, so that closing returns the focus.
  const dialog = state !== 'unused' && (
    <Suspense>
      <KeysDialog open={state === 'open'} onClose={() => setState('closed')} />
    </Suspense>
  );
  return { dialog, show };
}

/** A path that the router does not change: it starts at the root and has no dot or empty segments. */
const plainPath = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:\?[^#]+)?(?:#.+)?$/;

function RouterAwareLink({ href, ...rest }: LinkProps) {
  // The server renders what the router's link would render, without its hooks: a page has a hundred links.
  if (import.meta.env.SSR && plainPath.test(href)) return <a {...rest} href={href} data-discover="true" />;
  return <RouterLink to={href} {...rest} />;
}

/**
 * Handles navigation: shows the progress bar, saves the last path that was not a 404, scrolls to the top or to the
 * saved position, and reloads personal data after a log-in or log-out.
 */
function useNavigationEffects(handle: RouteHandle | undefined): void {
  const { pathname, search, hash } = useLocation();
  const { state } = useNavigation();
  const isLoggedIn = useIsLoggedIn();
  const { revalidate } = useRevalidator();
  const address = pathname + search;
  useProgress(state !== 'idle');
  useUnsavedFields(address);
  useFocusAfterNavigation(address);
  useScrollRestoration(address, handle?.item.meta.keepAlive ?? false, hash);
  useEffect(syncSession, []);
  useEffect(() => {
    saveLastPath(address, handle === undefined);
    useMenu.setState({ activeMenuId: handle?.item.id ?? '' });
  }, [address, handle]);
  const isPersonal = handle?.module?.isPersonal ?? false;
  const wasLoggedIn = useRef(isLoggedIn);
  useEffect(() => {
    // A page opened in the browser has loaded with the current session; only a later log-in or log-out reloads it.
    if (wasLoggedIn.current === isLoggedIn) return;
    wasLoggedIn.current = isLoggedIn;
    if (isPersonal) void revalidate();
  }, [isLoggedIn, isPersonal, revalidate]);
}

/** Moves the focus into the next page if what had it left with the last one; else Tab would begin at the header. */
function useFocusAfterNavigation(address: string): void {
  const lastAddress = useRef(address);
  useEffect(() => {
    if (lastAddress.current === address) return;
    lastAddress.current = address;
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true });
  }, [address]);
}

/** The first stop of the Tab key: skips the header. `Main` is the target. */
function SkipLink() {
  return (
    <a className={`${s.skip} no-print`} href="#main">
      跳到正文
    </a>
  );
}

/** Keeps the counts of a logged-in member in sync. Visitors do not even load the code. */
function useMemberCounts(): void {
  const client = useClient();
  const { site } = useSiteContext();
  const memberId = useUser(({ userInfo }) => userInfo?.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `client` is a getter of the page's one client
  useEffect(() => {
    if (memberId === undefined) return;
    let isCancelled = false;
    let stop: (() => void) | undefined;
    import('../parts/member/sync-member-counts.ts').then(
      ({ syncMemberCounts }) => {
        if (!isCancelled) stop = syncMemberCounts(client(), site);
      },
      // A new build was deployed under the open tab, so the chunk is gone; the badge returns with the next page load.
      () => undefined,
    );
    return () => {
      isCancelled = true;
      stop?.();
    };
  }, [memberId, site]);
}

/** Overlays of every page: a purchase, one dialog at a time (docs/product.md §4), the loading mask, toasts. */
function Overlays() {
  const isMasked = useLoadingMask(({ isShown }) => isShown);
  const dialog = useDialogs(({ waiting }) => waiting[0]);
  return (
    <>
      <PayOverlay />
      <AlertDialog
        open={dialog !== undefined}
        title={dialog?.title ?? ''}
        message={dialog?.message ?? ''}
        confirmLabel={dialog?.confirmText ?? ''}
        onConfirm={() => closeDialog(true)}
        onCancel={() => closeDialog(false)}
      />
      <LoadingMask open={isMasked} />
      <Toaster />
    </>
  );
}

/** The pay pop-up, shown over any page while a purchase is in progress. */
function PayOverlay() {
  const request = usePayRequest(({ request }) => request);
  useEffect(() => {
    const gatewayReturn = takeGatewayReturn();
    if (gatewayReturn) openPayDialog({ preselected: 'post', isReturning: true, ...gatewayReturn });
  }, []);
  return (
    request && (
      <Suspense>
        <PayDialog key={request.orderId ?? request.post?.id ?? request.preselected} request={request} />
      </Suspense>
    )
  );
}
