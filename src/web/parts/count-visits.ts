import type { createBrowserRouter } from 'react-router';
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

/**
 * Loads the scripts that count visits, after the page. Umami and Google notice navigations of the site by themselves;
 * Baidu's script is called for each.
 */
export function countVisits(statistics: Statistics, router: Router): void {
  const services = usedServices(statistics);
  if (services.length === 0) return;
  const start = () => {
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
