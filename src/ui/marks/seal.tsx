import s from './seal.module.css';

/** 要: the vermilion seal on important news. */
export function Seal({ word = '要', label = '重要' }: { word?: string; label?: string }) {
  return (
    <span className={s.seal} role="img" aria-label={label}>
      {word}
    </span>
  );
}
