import type { WordHit } from '#features/moderation/words/schema.ts';
import { Chip } from './chip.tsx';
import s from './hit-list.module.css';

export const levelNames = { block: '禁止', review: '送审', warn: '提醒' } as const;

const tones = { block: 'bad', review: 'warn', warn: 'info' } as const;

/** Sensitive words found in a text, each with its level, field and surrounding words. */
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

/** Level of a sensitive word; the text names it, the colour is only an addition. */
export const LevelChip = ({ level }: { level: WordHit['level'] }) => (
  <Chip tone={tones[level]}>{levelNames[level]}</Chip>
);

function Excerpt({ hit: { excerpt, found } }: { hit: WordHit }) {
  const index = excerpt.indexOf(found);
  if (index < 0) return <span className={s.excerpt}>{excerpt}</span>;
  return (
    <span className={s.excerpt}>
      {excerpt.slice(0, index)}
      <mark>{found}</mark>
      {excerpt.slice(index + found.length)}
    </span>
  );
}
