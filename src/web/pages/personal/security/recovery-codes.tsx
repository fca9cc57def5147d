import type { ReactNode } from 'react';
import s from './recovery-codes.module.css';

/** Codes to be kept, and the buttons to keep them with. */
export function RecoveryCodes({ codes, actions }: { codes: readonly string[]; actions: ReactNode }) {
  return (
    <>
      <ul className={s.codes} aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={s.actions}>{actions}</div>
    </>
  );
}
