import type { WordHit } from '#features/moderation/words/schema.ts';
import s from './moderation.module.css';

export const levelNames = { block: '禁止', review: '送审', warn: '提醒' } as const;

/** The sensitive words of a text: each with its level, where it stands and what stands around it. */
export function HitList({ hits, label = '命中的敏感词' }: { hits: readonly WordHit[]; label?: string }) {
  return (
    <ul className={s.hits} aria-label={label}>
      {hits.map((hit) => (
        <li key={`${hit.field} ${hit.word}`}>
          <LevelChip level={hit.level} />
          <span className={s.where}>{hit.label}</span>
          <Excerpt hit={hit} />
        </li>
      ))}
    </ul>
  );
}

/** How much a word matters. The word itself says it; the colour only helps. */
export function LevelChip({ level }: { level: WordHit['level'] }) {
  return <span className={`${s.level} ${s[level]}`}>{levelNames[level]}</span>;
}

function Excerpt({ hit: { excerpt, found } }: { hit: WordHit }) {
  const at = excerpt.indexOf(found);
  if (at < 0) return <span className={s.excerpt}>{excerpt}</span>;
  return (
    <span className={s.excerpt}>
      {excerpt.slice(0, at)}
      <mark>{found}</mark>
      {excerpt.slice(at + found.length)}
    </span>
  );
}
