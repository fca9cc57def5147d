import type { ReactNode } from 'react';
import { Avatar } from '#ui/marks/avatar.tsx';
import s from './people.module.css';

/** A person in a list: portrait, name to open, and a line below. */
export function Person(props: {
  name: string;
  avatar: string | null;
  below: string;
  onOpen?: () => void;
  children?: ReactNode;
}) {
  const { name, avatar, below, onOpen, children } = props;
  return (
    <span className={s.person}>
      <Avatar name={name} src={avatar} size={32} />
      <span>
        {onOpen ? (
          <button type="button" className={s.open} onClick={onOpen}>
            {name}
          </button>
        ) : (
          <span>{name}</span>
        )}
        <span className={s.small}>{below}</span>
        {children}
      </span>
    </span>
  );
}
