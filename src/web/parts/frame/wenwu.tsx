import s from './wenwu.module.css';

/** 文武线: one thick line, one thin. Opens a page and a section, never an item. */
export function Wenwu({ className }: { className?: string | undefined }) {
  return <hr className={className ? `${s.wenwu} ${className}` : s.wenwu} />;
}
