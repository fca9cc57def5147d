import { type ComponentType, useState } from 'react';
import { toasts } from '#client/toasts.ts';

/**
 * A component that loads when it is first wanted, such as a dialog with libraries that its screen does not need. A failure is
 * said, and `want` tries again.
 * @param noun names it in that message
 */
export function useLoaded<P>(
  noun: string,
  load: () => Promise<ComponentType<P>>,
): { Loaded: ComponentType<P> | undefined; want: () => Promise<boolean> } {
  const [Loaded, setLoaded] = useState<ComponentType<P>>();
  const want = async () => {
    try {
      const component = Loaded ?? (await load());
      setLoaded(() => component);
      return true;
    } catch {
      toasts.error(`${noun}没有加载出来，请检查网络后再试一次`);
      return false;
    }
  };
  return { Loaded, want };
}
