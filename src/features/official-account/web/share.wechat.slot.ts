import type { ShareCard, ShareSlot } from '#web/parts/share/share-slot.ts';
import type { ShareSignature } from '../schema.ts';

type Call = Parameters<ShareSlot['setShareCard']>[0];
type TimelineCard = Omit<ShareCard, 'desc'>;
/** The part of the SDK that is used; its package declares a global namespace instead of its export. */
type Sdk = {
  config(fields: ShareSignature & { debug: boolean; jsApiList: string[] }): void;
  ready(onReady: () => void): void;
  error(onError: () => void): void;
  checkJsApi(options: {
    jsApiList: string[];
    success: (answer: { checkResult?: Partial<Record<string, boolean>> }) => void;
  }): void;
  updateAppMessageShareData(card: ShareCard): void;
  updateTimelineShareData(card: TimelineCard): void;
  onMenuShareAppMessage(card: ShareCard): void;
  onMenuShareTimeline(card: TimelineCard): void;
};

const shareApis = ['updateAppMessageShareData', 'updateTimelineShareData'] as const;
/** What clients before 6.7.2 know instead. */
const oldApis = ['onMenuShareAppMessage', 'onMenuShareTimeline'] as const;

let configured: string | undefined;
let hasRetried = false;
let latest: ShareCard | undefined;

/**
 * Sets the card of the current page. The SDK is loaded here, so only WeChat's browser loads it.
 * @param entry the address of the first load, which WeChat on iOS verifies whatever page is open; elsewhere it verifies the
 * current address, so each navigation configures the SDK again
 */
export async function setShareCard(call: Call, card: ShareCard, entry: string): Promise<void> {
  latest = card;
  const sdk = (await import('weixin-js-sdk')).default as unknown as Sdk;
  const isIos = /iPhone|iPad|iPod/i.test(navigator.userAgent);
  const [address = ''] = (isIos ? entry : location.href).split('#');
  if (address !== configured) {
    configured = address;
    if (!(await configure(call, sdk, address))) return;
  }
  // Runs after the check of the signature. A newer page may have set its card meanwhile.
  sdk.ready(() =>
    sdk.checkJsApi({
      jsApiList: [...shareApis],
      success: ({ checkResult }) => {
        if (latest) applyCard(sdk, latest, checkResult);
      },
    }),
  );
}

export const slot: ShareSlot = { order: 10, setShareCard };

async function configure(call: Call, sdk: Sdk, address: string, isRefused = false): Promise<boolean> {
  try {
    const query = { address, ...(isRefused && { isRefused: 'true' as const }) };
    const signed = await call('GET /reception/wechat/shareSignature', { query, silent: true });
    // The ticket may have been replaced since: the server fetches it again. Once per visit.
    sdk.error(() => {
      if (hasRetried) return;
      hasRetried = true;
      void configure(call, sdk, address, true);
    });
    sdk.config({ debug: false, ...signed, jsApiList: [...shareApis, ...oldApis] });
    return true;
  } catch {
    // The page is shared as a plain link; the next page tries again.
    configured = undefined;
    return false;
  }
}

function applyCard(sdk: Sdk, card: ShareCard, known: Partial<Record<string, boolean>> | undefined): void {
  const { title, link, imgUrl } = card;
  if (known?.[shareApis[0]] === false) {
    sdk.onMenuShareAppMessage(card);
    sdk.onMenuShareTimeline({ title, link, imgUrl });
    return;
  }
  sdk.updateAppMessageShareData(card);
  sdk.updateTimelineShareData({ title, link, imgUrl });
}
