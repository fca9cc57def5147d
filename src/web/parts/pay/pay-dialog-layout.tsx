import type { ReactNode } from 'react';
import { Dialog } from '#ui/overlays/dialog.tsx';
import s from './pay-dialog-layout.module.css';

export interface PayDialogLayoutProps {
  onClose: () => void;
  title: string;
  left: ReactNode;
  right: ReactNode;
  /** The button that pays, with what must be confirmed first; stays on screen on a phone. */
  action?: ReactNode;
  /** The order number and the actions on the order. */
  foot?: ReactNode;
}

/**
 * Layout of the pay pop-up (docs/product.md §15): the order at the left, the payment at the right; stacked on a phone.
 */
export function PayDialogLayout({ onClose, title, left, right, action, foot }: PayDialogLayoutProps) {
  return (
    <Dialog open onClose={onClose} title={title} width={760}>
      <div className={s.grid}>
        <div className={s.left}>{left}</div>
        <div className={s.right}>
          {right}
          {action && <div className={s.action}>{action}</div>}
        </div>
      </div>
      {foot && <div className={s.foot}>{foot}</div>}
    </Dialog>
  );
}
