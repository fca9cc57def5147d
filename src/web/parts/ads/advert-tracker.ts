import { createContext, useCallback, useContext } from 'react';

/** Records which adverts were visible and which were clicked. */
export type AdvertTracker = {
  /** Starts to watch the element; the returned function stops it. */
  observe: (element: Element, id: string) => () => void;
  recordClick: (id: string) => void;
};

/** Null (no tracking) unless the site provides a tracker. */
export const AdvertTrackerContext = createContext<AdvertTracker | null>(null);

/** Returns the props for an advert's link and picture that report its impressions and clicks. */
export function useAdvertTracker(id: string) {
  const tracker = useContext(AdvertTrackerContext);
  const picture = useCallback(
    (element: Element | null) => tracker?.observe(element as Element, id),
    [tracker, id],
  );
  const recordClick = useCallback(() => tracker?.recordClick(id), [tracker, id]);
  // `onAuxClick` covers the middle button, which opens another tab. Button 2 only opens the context menu.
  return {
    picture: tracker ? picture : undefined,
    link: {
      onClick: recordClick,
      onAuxClick: ({ button }: { button: number }) => button === 1 && recordClick(),
    },
  };
}
