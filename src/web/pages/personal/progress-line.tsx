import s from './progress-line.module.css';

export interface ProgressLineProps {
  label: string;
  /** 0 to 1; absent: how much there is to do is not known. */
  share?: number | undefined;
  /** What has been done so far, e.g. 1.2 MB. */
  note?: string | undefined;
}

/** Work that takes a while, and how far it is. */
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
