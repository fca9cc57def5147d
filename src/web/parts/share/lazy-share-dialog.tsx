import { lazy, Suspense, useRef } from 'react';
import type { ShareDialogProps } from './share-dialog.tsx';

// Readers who share nothing do not load the dialog and its QR code.
const ShareDialog = lazy(() =>
  import('./share-dialog.tsx').then((module) => ({ default: module.ShareDialog })),
);

/** The dialog of 分享, loaded when it is first opened; it stays, so that closing it returns the focus. */
export function LazyShareDialog(props: ShareDialogProps) {
  const hasOpened = useRef(false);
  hasOpened.current ||= props.open;
  if (!hasOpened.current) return null;
  return (
    <Suspense>
      <ShareDialog {...props} />
    </Suspense>
  );
}
