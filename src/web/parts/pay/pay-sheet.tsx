import type { ReactNode } from 'react';
import { Dialog } from '#ui/floats/dialog.tsx';
import s from './pay-sheet.module.css';

export interface PaySheetProps {
  onClose: () => void;
  title: string;
  /** What is bought and for how much. */
  left: ReactNode;
  /** How it is paid, and what becomes of it. */
  right: ReactNode;
  /** Order number and what can be done with the order. */
  foot?: ReactNode;
}

/** The pay pop-up (PRODUCT §5): the order at the left, the way to pay at the right; one above the other on a phone. */
export function PaySheet({ onClose, title, left, right, foot }: PaySheetProps) {
  return (
    <Dialog open onClose={onClose} title={title} width={760}>
      <div className={s.grid}>
        <div className={s.left}>{left}</div>
        <div className={s.right}>{right}</div>
      </div>
      {foot && <div className={s.foot}>{foot}</div>}
    </Dialog>
  );
}
