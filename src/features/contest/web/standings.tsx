import type { Tone } from '#shared/market.ts';
import { classNames } from '#ui/class-names.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Tag } from '#ui/display/tag.tsx';
import { Link } from '#ui/link.tsx';
import s from './standings.module.css';

/** A player's line on a board; all figures are formatted. */
export interface StandingRow {
  id: string;
  /** Null before the player's first clearing. */
  place: number | null;
  name: string;
  avatar: string | null;
  href: string;
  /** For example 已关注, 我. */
  tags: readonly string[];
  gain: string;
  tone: Tone;
  assets: string;
  drawdown: string;
  winRate: string;
  /** Shown below the name on the podium. */
  note: string;
  isMine: boolean;
}

const columns = ['名次', '选手', '收益率', '总资产', '最大回撤', '胜率'];

/** Players by place. On a phone each player takes two lines, with the names of the figures. */
export function Standings({ rows, label }: { rows: readonly StandingRow[]; label: string }) {
  return (
    // Explicit roles: with `display: grid`, browsers drop the table semantics for screen readers.
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
  tags,
  gain,
  tone,
  assets,
  drawdown,
  winRate,
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
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
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
        {winRate}
      </td>
    </tr>
  );
}

/** The first three players. `label` names their board. */
export function Podium({ rows, label }: { rows: readonly StandingRow[]; label: string }) {
  return (
    <ol className={s.podium} aria-label={label}>
      {rows.map(({ id, place, name, avatar, href, tags, gain, tone, note }) => (
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
          {tags.length > 0 && (
            <p className={s.marks}>
              {tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
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
