import { toast } from 'sonner';
import { MAX_TOASTS, TOAST_DURATION_MS } from './constants.ts';

// Long enough to read it, decide and reach the button, also with the keyboard.
const ACTION_DURATION_MS = 12_000;

type Tone = 'info' | 'success' | 'warning' | 'error';
type ShownToast = { id: number | string; tone: Tone; message: string };

/**
 * Short messages that disappear after 3 s, or after `durationMs`. A fourth removes the oldest (docs/product.md §1). A
 * message that is already shown in the same tone is not repeated; its time starts again.
 */
export const toasts = {
  info: (message: string, durationMs?: number) => show('info', message, durationMs),
  success: (message: string, durationMs?: number) => show('success', message, durationMs),
  warning: (message: string, durationMs?: number) => show('warning', message, durationMs),
  error: (message: string, durationMs?: number) => show('error', message, durationMs),
  /** Shows a question with a button. It disappears after 12 s, and then nothing happens. */
  withAction: (message: string, label: string, onAccept: () => void) =>
    show('info', message, ACTION_DURATION_MS, { label, onClick: onAccept }),
};

// Oldest first. Sonner would only hide a fourth toast, and show it again when another disappears.
let shown: ShownToast[] = [];

function show(
  tone: Tone,
  message: string,
  duration = TOAST_DURATION_MS,
  action?: { label: string; onClick: () => void },
): void {
  const same = shown.find((other) => other.tone === tone && other.message === message);
  const onClosed = (closed: { id: number | string }) => removeShown(closed.id);
  // Sonner reports no close when the button was pressed; without this, the same message could not be shown again.
  const closingAction = action && {
    label: action.label,
    onClick: () => {
      removeShown(id);
      action.onClick();
    },
  };
  const id = toast[tone](message, {
    ...(same && { id: same.id }),
    ...(closingAction && { action: closingAction }),
    duration,
    onAutoClose: onClosed,
    onDismiss: onClosed,
  });
  removeShown(id);
  shown.push({ id, tone, message });
  for (const oldest of shown.splice(0, shown.length - MAX_TOASTS)) toast.dismiss(oldest.id);
}

function removeShown(id: number | string): void {
  shown = shown.filter((other) => other.id !== id);
}
