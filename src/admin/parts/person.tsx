import type { ReactNode } from 'react';
import { Avatar } from '#ui/display/avatar.tsx';
import { OpenButton } from './list/data-table.tsx';
import s from './person.module.css';

/** A person in a list: avatar, name button, and a line below. */
export const Person = (props: {
  name: string;
  avatar: string | null;
  below: string;
  onOpen: () => void;
  children?: ReactNode;
}) => (
  <span className={s.person}>
    <Avatar name={props.name} src={props.avatar} size={32} />
    <span>
      <OpenButton onClick={props.onOpen} below={props.below}>
        {props.name}
      </OpenButton>
      {props.children}
    </span>
  </span>
);
