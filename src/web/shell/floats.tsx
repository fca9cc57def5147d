import { lazy, Suspense, useEffect } from 'react';
import { closeDialog, useDialogs } from '#client/dialogs.ts';
import { AlertDialog } from '#ui/floats/dialog.tsx';
import { Toaster } from '#ui/floats/toaster.tsx';
import { takeReturn } from '../parts/pay/coming-back.ts';
import { startPaying, usePaying } from '../parts/pay/paying.ts';

// Who only reads loads nothing of paying.
const PayDialog = lazy(() =>
  import('../parts/pay/pay-dialog.tsx').then(({ PayDialog }) => ({ default: PayDialog })),
);

/** What floats over every page: a purchase, one dialog at a time (seed §4), toasts. */
export function Floats() {
  const dialog = useDialogs(({ waiting }) => waiting[0]);
  return (
    <>
      <PayFloat />
      <AlertDialog
        open={dialog !== undefined}
        title={dialog?.title ?? ''}
        message={dialog?.message ?? ''}
        confirmLabel={dialog?.confirmText ?? ''}
        onConfirm={() => closeDialog(true)}
        onCancel={() => closeDialog(false)}
      />
      <Toaster />
    </>
  );
}

/** The pay pop-up over whatever is on screen, while somebody buys. */
function PayFloat() {
  const request = usePaying(({ request }) => request);
  useEffect(() => {
    const back = takeReturn();
    if (back) startPaying({ first: 'post', isBack: true, ...back });
  }, []);
  return (
    request && (
      <Suspense>
        <PayDialog key={request.orderId ?? request.piece?.id ?? request.first} request={request} />
      </Suspense>
    )
  );
}
