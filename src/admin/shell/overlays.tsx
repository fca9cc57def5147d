import { closeDialog, useDialogs } from '#client/dialogs.ts';
import { AlertDialog } from '#ui/overlays/dialog.tsx';
import { Toaster } from '#ui/overlays/toaster.tsx';

/** Overlays of every screen: one alert at a time (docs/product.md §4), and toasts. */
export function Overlays() {
  const dialog = useDialogs(({ waiting }) => waiting[0]);
  return (
    <>
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
