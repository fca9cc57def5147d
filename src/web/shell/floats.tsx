import { closeDialog, useDialogs } from '#client/dialogs.ts';
import { AlertDialog } from '#ui/floats/dialog.tsx';
import { Toaster } from '#ui/floats/toaster.tsx';
import { PayFloat } from '../parts/pay/pay-float.tsx';

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
