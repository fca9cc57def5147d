import { Button } from 'antd';
import type { DeskColumn } from '#features/columns/desk/schema.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import s from './columns.module.css';
import { type Step, step } from './tree-order.ts';

const steps: readonly { to: Step; label: string; title: string; icon: IconName }[] = [
  { to: 'up', label: '上移', title: '在同级里上移', icon: 'up' },
  { to: 'down', label: '下移', title: '在同级里下移', icon: 'down' },
  { to: 'in', label: '移入', title: '移到上一个栏目下面', icon: 'right' },
  { to: 'out', label: '移出', title: '移到顶层', icon: 'left' },
];

/** Moves the chosen column by one place: what dragging does, for the keyboard and for fingers. */
export function OrderSteps(props: {
  columns: DeskColumn[];
  chosen: string | undefined;
  isBusy: boolean;
  onArrange: (order: DeskColumn[]) => void;
}) {
  const { columns, chosen, isBusy, onArrange } = props;
  return (
    <div className={s.steps}>
      {steps.map(({ to, label, title, icon }) => {
        const order = chosen === undefined ? undefined : step(columns, chosen, to);
        return (
          <Button
            key={to}
            size="small"
            title={title}
            disabled={!order || isBusy}
            onClick={() => order && onArrange(order)}
            icon={<Icon name={icon} size="s" />}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}
