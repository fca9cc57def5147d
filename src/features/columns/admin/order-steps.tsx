import { Button } from 'antd';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { AdminColumn } from '../manage/schema.ts';
import s from './columns.module.css';
import { moveByStep, type Step } from './tree-order.ts';

const steps: readonly { to: Step; label: string; title: string; icon: IconName }[] = [
  { to: 'up', label: '上移', title: '在同级里上移', icon: 'up' },
  { to: 'down', label: '下移', title: '在同级里下移', icon: 'down' },
  { to: 'in', label: '移入', title: '移到上一个栏目下面', icon: 'right' },
  { to: 'out', label: '移出', title: '移到顶层', icon: 'left' },
];

/** Moves the selected column by one position: the alternative to dragging for keyboard and touch. */
export function OrderSteps(props: {
  columns: AdminColumn[];
  chosenId: string | undefined;
  isBusy: boolean;
  onArrange: (order: AdminColumn[]) => void;
}) {
  const { columns, chosenId, isBusy, onArrange } = props;
  return (
    <div className={s.steps}>
      {steps.map(({ to, label, title, icon }) => {
        const order = chosenId === undefined ? undefined : moveByStep(columns, chosenId, to);
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
