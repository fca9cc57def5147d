import { Link } from '#ui/link.tsx';
import { Avatar } from '#ui/marks/avatar.tsx';
import { Tag } from '#ui/marks/tag.tsx';
import s from './podium.module.css';
import type { StandingRow } from './standings.tsx';

/** The first three, set apart. `label` names the board they lead. */
export function Podium({ rows, label }: { rows: readonly StandingRow[]; label: string }) {
  return (
    <ol className={s.podium} aria-label={label}>
      {rows.map(({ id, place, name, avatar, href, marks, gain, tone, note }) => (
        <li key={id}>
          <span className={s.place}>
            <span className="vh">第</span>
            {place}
            <span className="vh">名</span>
          </span>
          <Avatar name={name} src={avatar} size={64} />
          <h3 className={s.name}>
            <Link href={href}>{name}</Link>
          </h3>
          {marks.length > 0 && (
            <p className={s.marks}>
              {marks.map((mark) => (
                <Tag key={mark}>{mark}</Tag>
              ))}
            </p>
          )}
          <p className={`${s.gain} ${tone} fig`}>{gain}</p>
          <p className={`${s.note} fig`}>{note}</p>
        </li>
      ))}
    </ol>
  );
}
