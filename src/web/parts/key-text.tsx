import s from './key-text.module.css';

/**
 * A key that a person may have to type: its letters and digits in groups of four, selected as a whole by one press.
 */
export function KeyText({ text }: { text: string }) {
  const groups = text.replace(/[^0-9a-z]/gi, '').match(/.{1,4}/g) ?? [];
  return (
    <code className={s.key}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one key never move.
        <span key={index}>{group}</span>
      ))}
    </code>
  );
}
