import { create } from 'zustand';

/** A dialog that the shell shows: one at a time (docs/product.md §4), text only, one button. */
export type ClientDialog = {
  kind: 'alert' | 'session-expired';
  title: string;
  message: string;
  confirmText: string;
  /** Called after the dialog is closed: by its button, or dismissed. */
  onClose?: (isConfirmed: boolean) => void;
};

/** The queue of dialogs; the shell renders the first one, `waiting[0]`. */
export const useDialogs = create<{ waiting: ClientDialog[] }>(() => ({ waiting: [] }));

/** Title and button of every alert (docs/product.md §8). */
export const ALERT_TITLE = '温馨提示';
export const CONFIRM_TEXT = '确定';

/**
 * Shows a message in an alert titled 温馨提示 (docs/product.md §8). While another dialog is open it waits. The same message
 * as that of an open or waiting alert is not repeated; none is lost.
 */
export function showAlert(message: string): void {
  showDialog({ kind: 'alert', title: ALERT_TITLE, message, confirmText: CONFIRM_TEXT });
}

/** Shows a dialog, or queues it behind the open one, unless the same one is open or queued. */
export function showDialog(dialog: ClientDialog): void {
  const { waiting } = useDialogs.getState();
  const isDuplicate = waiting.some((other) => other.kind === dialog.kind && other.message === dialog.message);
  if (!isDuplicate) useDialogs.setState({ waiting: [...waiting, dialog] });
}

/** Removes the dialog about an ended session without its effects, because the person is sent to the log-in anyway. */
export function removeSessionDialog(): void {
  useDialogs.setState(({ waiting }) => ({ waiting: waiting.filter(({ kind }) => kind === 'alert') }));
}

/** Closes the open dialog; `isConfirmed` means that its button was pressed. The next dialog appears. */
export function closeDialog(isConfirmed: boolean): void {
  const [current, ...rest] = useDialogs.getState().waiting;
  if (!current) return;
  useDialogs.setState({ waiting: rest });
  current.onClose?.(isConfirmed);
}
