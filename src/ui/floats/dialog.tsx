import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from 'react';
import { Button } from '../controls/button.tsx';
import { Icon } from '../icon.tsx';
import s from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  /** Asked for by the close button, Escape or a press outside; the caller then sets `open` false. */
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** false: no close button, and presses outside do nothing. Escape always asks. */
  closable?: boolean;
  /** Widest, in px. */
  width?: number;
  role?: 'dialog' | 'alertdialog';
}

/** A modal on the browser's own `<dialog>`: focus is kept inside and returns to where it was. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, footer, closable = true, width = 420, role = 'dialog' } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);

  function onCancel(event: SyntheticEvent) {
    // The caller decides: closing by itself would leave `open` behind.
    event.preventDefault();
    onClose();
  }

  function onPress(event: MouseEvent) {
    if (closable && event.target === dialog.current) onClose();
  }

  return (
    <dialog
      className={s.dialog}
      role={role}
      aria-labelledby={titleId}
      style={{ '--width': `${width}px` } as CSSProperties}
      ref={dialog}
      onCancel={onCancel}
      onClose={() => open && onClose()}
      onClick={onPress}
    >
      {open && (
        <div className={s.sheet}>
          <div className={s.head}>
            <h2 className={s.title} id={titleId}>
              {title}
            </h2>
            {closable && (
              <button type="button" className={s.close} aria-label="关闭" onClick={onClose}>
                <Icon name="close" />
              </button>
            )}
          </div>
          <div className={s.body}>{children}</div>
          {footer && <div className={s.foot}>{footer}</div>}
        </div>
      )}
    </dialog>
  );
}

export interface AlertDialogProps {
  open: boolean;
  message: ReactNode;
  /** 温馨提示 unless told otherwise (seed §8). */
  title?: ReactNode;
  /** 确定 unless told otherwise (seed §8). */
  confirmLabel?: string;
  /** Given: the question may also be declined. */
  cancelLabel?: string | undefined;
  /** accent: what is confirmed pays or cannot be undone. */
  tone?: 'ink' | 'accent';
  busy?: boolean;
  onConfirm: () => void;
  /** Declined, or closed by Escape; without it Escape confirms, as the only way on. */
  onCancel?: (() => void) | undefined;
}

/** A message that must be answered. */
export function AlertDialog(props: AlertDialogProps) {
  const { open, message, title = '温馨提示', confirmLabel = '确定', cancelLabel, tone = 'ink', busy } = props;
  const { onConfirm, onCancel = onConfirm } = props;
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      role="alertdialog"
      closable={false}
      footer={
        <>
          {cancelLabel && <Button onClick={onCancel}>{cancelLabel}</Button>}
          <Button tone={tone} busy={busy ?? false} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {message}
    </Dialog>
  );
}
