import s from './day-head.module.css';

export interface DayHeadProps {
  /** Day of the month, in large numerals. */
  day: string;
  /** 今天, 昨天, or the weekday. */
  name: string;
  /** e.g. 11 月　星期五 */
  note: string;
  id?: string | undefined;
}

/** A big date that sticks under the navigation while its day scrolls. */
export function DayHead({ day, name, note, id }: DayHeadProps) {
  return (
    <h2 className={s.day} id={id}>
      <span className={s.num}>{day}</span>
      <span className={s.about}>
        <b>{name}</b>
        {note}
      </span>
    </h2>
  );
}
