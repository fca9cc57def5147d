import { Table, type TableProps } from 'antd';
import { useEffect, useRef } from 'react';

/**
 * A table that scrolls sideways in its own box on a narrow screen. The box takes the focus, so that the keyboard
 * scrolls it too; `label` is what it is called then.
 */
export function WideTable<T extends object>({ label, ...props }: TableProps<T> & { label: string }) {
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = around.current?.querySelector('.ant-table-content');
    box?.setAttribute('tabindex', '0');
    box?.setAttribute('role', 'region');
    box?.setAttribute('aria-label', label);
  });
  return (
    <div ref={around}>
      <Table<T> {...props} />
    </div>
  );
}
