import { toast } from 'sonner';
import { TOAST_DURATION_MS, TOASTS_AT_ONCE } from './constants.ts';

// Long enough to read it, decide and reach the button, also with the keyboard.
const OFFER_DURATION_MS = 12_000;

type Tone = 'info' | 'success' | 'warning' | 'error';
type Shown = { id: number | string; tone: Tone; message: string };

/**
 * Short notices that leave by themselves after 3 s (`durationMs` to differ). A fourth pushes the oldest
 * out (seed §1); the same words in the same tone are one toast whose time starts anew.
 */
export const toasts = {
  info: (message: string, durationMs?: number) => show('info', message, durationMs),
  success: (message: string, durationMs?: number) => show('success', message, durationMs),
  warning: (message: string, durationMs?: number) => show('warning', message, durationMs),
  error: (message: string, durationMs?: number) => show('error', message, durationMs),
  /** A question with a button; it leaves by itself after 12 s, and nothing is done. */
  offer: (message: string, label: string, onAccept: () => void) =>
    show('info', message, OFFER_DURATION_MS, { label, onClick: onAccept }),
};

// Oldest first. Sonner would only hide the overflow, and it would come back as others leave.
let shown: Shown[] = [];

function show(
  tone: Tone,
  message: string,
  duration = TOAST_DURATION_MS,
  action?: { label: string; onClick: () => void },
): void {
  const same = shown.find((other) => other.tone === tone && other.message === message);
  const onGone = (gone: { id: number | string }) => leave(gone.id);
  // Sonner takes a toast away whose button was pressed, and says nothing: its words may come again, as another.
  const pressed = action && {
    label: action.label,
    onClick: () => {
      leave(id);
      action.onClick();
    },
  };
  const id = toast[tone](message, {
    ...(same && { id: same.id }),
    ...(pressed && { action: pressed }),
    duration,
    onAutoClose: onGone,
    onDismiss: onGone,
  });
  leave(id);
  shown.push({ id, tone, message });
  for (const oldest of shown.splice(0, shown.length - TOASTS_AT_ONCE)) toast.dismiss(oldest.id);
}

function leave(id: number | string): void {
  shown = shown.filter((other) => other.id !== id);
}
