import { vi } from 'vitest';

type Answer = Record<string, unknown>;
type Handler = (name: string, fields: Answer, onDone: (answer: Answer) => void) => void;

/** What the page asked of WeChat's client, in order. */
export type BridgeCall = { name: string; fields: Answer };

/**
 * Makes this browser WeChat's, with a bridge that accepts every call, until the test ends.
 * @param isOld the client is older than 6.7.2 and does not know the newer calls for cards
 */
export function becomeWechat({ isOld = false, system = 'Android 15' } = {}): BridgeCall[] {
  const calls: BridgeCall[] = [];
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    `Mozilla/5.0 (${system}) AppleWebKit/537.36 Mobile MicroMessenger/8.0.50`,
  );
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('Linux armv8l');
  const invoke: Handler = (name, fields, onDone) => {
    calls.push({ name, fields });
    // A text, as on Android.
    const checkResult = JSON.stringify({
      updateAppMessageShareData: !isOld,
      updateTimelineShareData: !isOld,
    });
    onDone({ err_msg: `${name}:ok`, ...(name === 'checkJsApi' && { checkResult }) });
  };
  vi.stubGlobal('WeixinJSBridge', {
    invoke,
    on: (name: string, run: (answer: Answer) => void) => {
      calls.push({ name, fields: {} });
      run({ scene: 'friend' });
    },
  });
  return calls;
}
