import s from './seal.module.css';

/** 要: the vermilion seal on important news. */
export function Seal() {
  return (
    <span className={s.seal} role="img" aria-label="重要">
      要
    </span>
  );
}
