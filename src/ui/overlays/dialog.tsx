import { type CSSProperties, type MouseEvent, type ReactNode, type SyntheticEvent, useId } from 'react';
import { Button } from '../controls/button.tsx';
import { Icon } from '../icon.tsx';
import s from './dialog.module.css';
import { useModal } from './use-modal.ts';

export interface DialogProps {
  open: boolean;
  /** Called on the close button, Escape or a press outside; the caller then sets `open` to false. */
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons; the primary one last. */
  footer?: ReactNode;
  /** False hides the close button and ignores presses outside. Escape always calls `onClose`. */
  closable?: boolean;
  /** Maximum width in px. */
  width?: number;
  role?: 'dialog' | 'alertdialog';
}

/** Modal dialog on the native `<dialog>`: the focus is trapped inside and returns to the element that had it. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, footer, closable = true, width = 420, role = 'dialog' } = props;
  const dialog = useModal(open, onClose);
  const titleId = useId();

  function onCancel(event: SyntheticEvent) {
    // The caller controls `open`: a dialog that closed itself would leave it true.
    event.preventDefault();
    onClose();
  }

  function onBackdropClick(event: MouseEvent) {
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
      onClick={onBackdropClick}
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
  /** 温馨提示 by default (docs/product.md §8). */
  title?: ReactNode;
  /** 确定 by default (docs/product.md §8). */
  confirmLabel?: string;
  /** Adds a cancel button. */
  cancelLabel?: string | undefined;
  /** accent: the confirmed action pays or cannot be undone. */
  tone?: 'ink' | 'accent';
  busy?: boolean;
  onConfirm: () => void;
  /** Called on cancel and on Escape. Without it, Escape calls `onConfirm`, the only possible answer. */
  onCancel?: (() => void) | undefined;
}

/** A message that the user must answer. */
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
