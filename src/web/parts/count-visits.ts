import type { createBrowserRouter } from 'react-router';
import { LOGIN_PATH } from '#client/return-path.ts';
import { readStored, type StoredSession, subscribeToStored } from '#client/storage.ts';
import { type Statistics, usedServices } from '#shared/statistics.ts';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'subscribe' | 'state'>;
type Command = readonly unknown[];

declare global {
  interface Window {
    _hmt?: Command[];
    dataLayer?: unknown[];
  }
}

const addScript = (src: string, data: Record<string, string> = {}): void => {
  const script = Object.assign(document.createElement('script'), { src, async: true });
  Object.assign(script.dataset, data);
  document.head.append(script);
};

/** Google's script reads `arguments` objects and ignores arrays. */
function pushToGoogle(..._: unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: see above
  window.dataLayer.push(arguments);
}

// The addresses of an unsubscription and of a preview contain a token, and passwords, codes and secrets are typed or shown
// on the others.
const secretPaths = ['/unsubscribe', '/preview', LOGIN_PATH, '/password', '/outbox', '/personal'];

type Session = { token: StoredSession | undefined; menuIds: readonly string[] | undefined };

/**
 * Whether a page may run scripts of others: they could read what is typed into it, and the token in the storage of this
 * origin, which is also that of the back office. A session whose permissions or roles are not known counts as that of staff;
 * staff without their second factor have a role, and no permissions yet.
 */
export const mayRunForeignScripts = (pathname: string, { token, menuIds }: Session): boolean =>
  !secretPaths.some((path) => `${pathname.toLowerCase()}/`.startsWith(`${path}/`)) &&
  (token === undefined || (menuIds?.length === 0 && token.user?.roleName === ''));

const readSession = (): Session => ({ token: readStored('token'), menuIds: readStored('menuIds') });

/**
 * Loads the scripts that count visits, after the page, where `mayRunForeignScripts` allows it. Umami and Google notice
 * navigations of the site by themselves; Baidu's script is called for each. Once they run, only a new document is free
 * of them: `reload` loads it as soon as the page or the session is one that they must not see.
 */
export function countVisits(
  statistics: Statistics,
  router: Router,
  reload: (address: string) => void = loadDocument,
): void {
  const services = usedServices(statistics);
  if (services.length === 0 || !mayRunForeignScripts(router.state.location.pathname, readSession())) return;
  const start = () => {
    if (!mayRunForeignScripts(router.state.location.pathname, readSession())) return;
    const leave = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }) => {
      if (!mayRunForeignScripts(pathname, readSession())) reload(pathname + search + hash);
    };
    router.subscribe(({ location: shown, navigation }) => leave(navigation.location ?? shown));
    subscribeToStored(() => leave(router.state.location));
    if (services.includes('baidu')) {
      window._hmt ??= [];
      addScript(`https://hm.baidu.com/hm.js?${statistics.baidu}`);
      notifyBaidu(router);
    }
    if (services.includes('umami')) {
      const { umamiScript: script, umamiSite: websiteId } = statistics;
      // Otherwise the script of Umami's cloud reports to a host of its own, which the CSP does not allow.
      addScript(script, { websiteId, hostUrl: new URL(script).origin });
    }
    if (services.includes('google')) {
      pushToGoogle('js', new Date());
      pushToGoogle('config', statistics.google);
      addScript(`https://www.googletagmanager.com/gtag/js?id=${statistics.google}`);
    }
  };
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

/** Loads an address as a new document, also the address of this one. */
function loadDocument(address: string): void {
  const { pathname, search } = new URL(address, location.href);
  if (pathname === location.pathname && search === location.search) location.reload();
  else location.assign(address);
}

function notifyBaidu(router: Router): void {
  const addressOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;
  let last = addressOf(router.state.location);
  router.subscribe(({ location, navigation }) => {
    const address = addressOf(location);
    if (navigation.state !== 'idle' || address === last) return;
    last = address;
    window._hmt?.push(['_trackPageview', address]);
  });
}
