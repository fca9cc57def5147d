import type { Tone } from '#shared/market.ts';
import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';
import { Avatar } from '#ui/marks/avatar.tsx';
import { Tag } from '#ui/marks/tag.tsx';
import s from './standings.module.css';

/** A player's line of a board; all figures are written out. */
export interface StandingRow {
  id: string;
  /** Null before the first day of theirs is cleared. */
  place: number | null;
  name: string;
  avatar: string | null;
  href: string;
  /** e.g. 已关注, 我. */
  marks: readonly string[];
  gain: string;
  tone: Tone;
  assets: string;
  drawdown: string;
  wins: string;
  /** Under a name in the podium. */
  note: string;
  isMine: boolean;
}

const columns = ['名次', '选手', '收益率', '总资产', '最大回撤', '胜率'];

/** Players by place; on a phone each is two lines with the names of the figures. */
export function Standings({ rows, label }: { rows: readonly StandingRow[]; label: string }) {
  return (
    // Roles spoken out: displayed as a grid a table is none to who hears it.
    <table className={s.table} aria-label={label} role="table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((name) => (
            <th key={name} scope="col" role="columnheader">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <Standing key={row.id} {...row} />
        ))}
      </tbody>
    </table>
  );
}

function Standing({
  place,
  name,
  avatar,
  href,
  marks,
  gain,
  tone,
  assets,
  drawdown,
  wins,
  isMine,
}: StandingRow) {
  return (
    <tr role="row" className={isMine ? s.mine : undefined}>
      <td role="cell" className={classNames(s.place, place !== null && place <= 3 && s.first)}>
        {place ?? '—'}
      </td>
      <th role="rowheader" scope="row" className={s.who}>
        <Link href={href}>
          <Avatar name={name} src={avatar} size={28} />
          <span className={s.name}>{name}</span>
          {marks.map((mark) => (
            <Tag key={mark}>{mark}</Tag>
          ))}
        </Link>
      </th>
      <td role="cell" className={`${s.gain} ${tone} fig`}>
        {gain}
      </td>
      <td role="cell" className="fig" data-label="资产">
        {assets}
      </td>
      <td role="cell" className="fig" data-label="回撤">
        {drawdown}
      </td>
      <td role="cell" className="fig" data-label="胜率">
        {wins}
      </td>
    </tr>
  );
}

/** The first three, set apart. `label` names the board they lead. */
export function Podium({ rows, label }: { rows: readonly StandingRow[]; label: string }) {
  return (
    <ol className={s.podium} aria-label={label}>
      {rows.map(({ id, place, name, avatar, href, marks, gain, tone, note }) => (
        <li key={id}>
          <span className={s.podiumPlace}>
            <span className="vh">第</span>
            {place}
            <span className="vh">名</span>
          </span>
          <Avatar name={name} src={avatar} size={64} />
          <h3 className={s.podiumName}>
            <Link href={href}>{name}</Link>
          </h3>
          {marks.length > 0 && (
            <p className={s.marks}>
              {marks.map((mark) => (
                <Tag key={mark}>{mark}</Tag>
              ))}
            </p>
          )}
          <p className={`${s.podiumGain} ${tone} fig`}>{gain}</p>
          <p className={`${s.note} fig`}>{note}</p>
        </li>
      ))}
    </ol>
  );
}
