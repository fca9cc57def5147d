import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import type { Read } from '../data.ts';
import s from './layout.module.css';
import { Loaded } from './loaded.tsx';
import { useReturnFocus } from './use-return-focus.ts';

type Props = {
  title: ReactNode;
  width?: number;
  tools?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** A drawer at the side of the screen; full width on a phone. */
export function SideDrawer({ title, width = 560, tools, onClose, children }: Props) {
  useReturnFocus();
  return (
    <Drawer
      open
      title={title}
      size={width}
      extra={tools}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      onClose={onClose}
    >
      <div className={s.stack}>{children}</div>
    </Drawer>
  );
}

/** A drawer that loads one record when it opens. */
export function ReadDrawer<T>({
  read,
  noun,
  children,
  ...drawer
}: Omit<Props, 'children'> & { read: Read<T>; noun: string; children: (data: T) => ReactNode }) {
  return (
    <SideDrawer {...drawer}>
      <Loaded read={read} noun={noun} level={3}>
        {children}
      </Loaded>
    </SideDrawer>
  );
}
