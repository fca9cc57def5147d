import s from './progress-line.module.css';

export interface ProgressLineProps {
  label: string;
  /** 0 to 1; absent if the total is unknown. */
  share?: number | undefined;
  /** What is done so far, for example 1.2 MB. */
  note?: string | undefined;
}

export function ProgressLine({ label, share, note }: ProgressLineProps) {
  const percent = share === undefined ? undefined : `${Math.round(share * 100)}%`;
  return (
    <label className={s.progress}>
      <span>
        {label} <span className="fig">{note ?? percent}</span>
      </span>
      <progress max={1} {...(share === undefined ? {} : { value: share })} />
    </label>
  );
}
