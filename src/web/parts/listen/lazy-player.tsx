import { lazy, Suspense } from 'react';

// Readers who listen to no post do not load the player.
const ListenPlayer = lazy(() =>
  import('./listen-player.tsx').then((module) => ({ default: module.ListenPlayer })),
);

/** The player of 朗读, loaded when it is opened. */
export const LazyPlayer = ({ onClose }: { onClose: () => void }) => (
  <Suspense>
    <ListenPlayer onClose={onClose} />
  </Suspense>
);
