import s from './key-text.module.css';

/** A key that somebody may have to type over: in groups of four, selected as a whole by one press. */
export function KeyText({ text }: { text: string }) {
  const groups = text.match(/.{1,4}/g) ?? [];
  return (
    <code className={s.key}>
      {groups.map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one key never move.
        <span key={place}>{group}</span>
      ))}
    </code>
  );
}
