import s from './spin.module.css';

/** A small turning ring; the words beside it say what is waited for. */
export function Spin() {
  return <span className={s.spin} aria-hidden="true" />;
}
