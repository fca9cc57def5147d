import { create } from 'zustand';

/** A dialog the shell shows: one at a time (seed §4), text only, one button. */
export type ClientDialog = {
  kind: 'alert' | 'session-expired';
  title: string;
  message: string;
  confirmText: string;
  /** Runs when the button is pressed, not when the dialog is dismissed. */
  onConfirm?: () => void;
  /** Runs once the dialog is gone, however it went. */
  onClose?: () => void;
};

/** Dialogs waiting to be seen; the first is on screen. The shell renders `waiting[0]`. */
export const useDialogs = create<{ waiting: ClientDialog[] }>(() => ({ waiting: [] }));

/** Title and button of every alert (seed §8). */
export const ALERT_TITLE = '温馨提示';
export const CONFIRM_TEXT = '确定';

// A page whose ten calls fail ten ways must not make its reader press ten buttons.
const MOST_WAITING = 3;

/**
 * Shows a message in an alert titled 温馨提示 (seed §8). While another dialog is open it waits its turn;
 * the same words are never asked to be read twice, and past three waiting the rest is dropped.
 */
export function showAlert(message: string): void {
  showDialog({ kind: 'alert', title: ALERT_TITLE, message, confirmText: CONFIRM_TEXT });
}

/** Shows a dialog, or lets it wait behind the open one. Returns whether it was taken. */
export function showDialog(dialog: ClientDialog): boolean {
  const { waiting } = useDialogs.getState();
  const isKnown = waiting.some((other) => other.kind === dialog.kind && other.message === dialog.message);
  if (isKnown || (dialog.kind === 'alert' && waiting.length >= MOST_WAITING)) return false;
  useDialogs.setState({ waiting: [...waiting, dialog] });
  return true;
}

/** Closes the open dialog; `isConfirmed` says that its button was pressed. The next one appears. */
export function closeDialog(isConfirmed: boolean): void {
  const [open, ...rest] = useDialogs.getState().waiting;
  if (!open) return;
  useDialogs.setState({ waiting: rest });
  if (isConfirmed) open.onConfirm?.();
  open.onClose?.();
}
