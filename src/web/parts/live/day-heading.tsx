import s from './day-heading.module.css';

export interface DayHeadingProps {
  /** Day of the month, in large numerals. */
  day: string;
  /** 今天, 昨天, or the weekday. */
  name: string;
  /** For example 11 月　星期五 */
  note: string;
  id?: string | undefined;
}

/** A large date that sticks below the navigation while its day scrolls. */
export function DayHeading({ day, name, note, id }: DayHeadingProps) {
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
