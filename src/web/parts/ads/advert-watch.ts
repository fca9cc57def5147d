import { createContext, useCallback, useContext } from 'react';

/** Who wants to know which adverts came into sight and were pressed. */
export type AdvertWatch = {
  /** Begins to look; the returned function ends it. */
  watch: (element: Element, id: string) => () => void;
  press: (id: string) => void;
};

/** Nobody, unless the site says otherwise. */
export const AdvertWatchContext = createContext<AdvertWatch | null>(null);

/** For an advert's link and its picture: what tells of them. */
export function useAdvertWatch(id: string) {
  const watcher = useContext(AdvertWatchContext);
  const picture = useCallback(
    (element: Element | null) => watcher?.watch(element as Element, id),
    [watcher, id],
  );
  const press = useCallback(() => watcher?.press(id), [watcher, id]);
  // A middle click opens another tab; `onAuxClick` hears it, and the menu's button, which is the second.
  return {
    picture: watcher ? picture : undefined,
    link: { onClick: press, onAuxClick: ({ button }: { button: number }) => button === 1 && press() },
  };
}
