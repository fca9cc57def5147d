import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '#ui/controls/button.tsx';
import { TabList } from '#ui/controls/tabs.tsx';
import { Figures } from '#ui/figures.tsx';
import { Icon } from '#ui/icon.tsx';
import s from './ticket-parts.module.css';

type Side = 'buy' | 'sell';

export function TicketBox({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <div className={s.box}>
      <h2 className={s.title}>
        {title}
        {note && <small>{note}</small>}
      </h2>
      {children}
    </div>
  );
}

const sides = [
  { id: 'buy', label: '买入' },
  { id: 'sell', label: '卖出' },
] as const;

export interface SideTabsProps {
  idBase: string;
  selected: Side;
  onSelect: (side: Side) => void;
}

/** 买入 in red, 卖出 in green; the words carry the meaning, not the colours alone. */
export function SideTabs({ idBase, selected, onSelect }: SideTabsProps) {
  return (
    <TabList
      idBase={idBase}
      label="买卖方向"
      items={sides}
      selected={selected}
      onSelect={onSelect}
      className={s.sides}
    />
  );
}

export interface KindChoiceProps {
  value: 'limit' | 'market';
  onChoose: (kind: 'limit' | 'market') => void;
  name: string;
}

export function KindChoice({ value, onChoose, name }: KindChoiceProps) {
  const kinds = [
    { kind: 'limit', label: '限价' },
    { kind: 'market', label: '市价' },
  ] as const;
  return (
    <fieldset className={s.kinds}>
      <legend className="vh">委托方式</legend>
      {kinds.map(({ kind, label }) => (
        <label key={kind}>
          <input type="radio" name={name} checked={value === kind} onChange={() => onChoose(kind)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

const portions = [
  { share: 0.25, label: '1/4' },
  { share: 0.5, label: '1/2' },
  { share: 1, label: '全仓' },
];

/** A quarter, half or all of the maximum quantity. */
export function Portions({ isOff, onChoose }: { isOff: boolean; onChoose: (share: number) => void }) {
  return (
    <div className={s.portions} role="group" aria-label="仓位">
      {portions.map(({ share, label }) => (
        <Button key={label} size="s" disabled={isOff} onClick={() => onChoose(share)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

export function TicketConfirm({ children }: { children: ReactNode }) {
  return <div className={s.confirm}>{children}</div>;
}

export function TicketFacts({ facts }: { facts: readonly { label: string; value: string }[] }) {
  return <Figures className={s.facts} items={facts} />;
}

/** Why nothing can be ordered now, or why an order was refused. */
export function TicketNote({ children, isFault = false }: { children: ReactNode; isFault?: boolean }) {
  return (
    <p className={isFault ? s.fault : s.note} role={isFault ? 'alert' : undefined}>
      <Icon name={isFault ? 'warn' : 'clock'} size="s" />
      {children}
    </p>
  );
}

/** The submit button, in the colour of its side. */
export function TradeButton({ side, ...rest }: ButtonProps & { side: Side }) {
  return <Button {...rest} className={s[side]} />;
}

/** The bar at the foot of a phone's screen, in place of the bottom bar: both buttons lead to the ticket. */
export function TradeBar({ onChoose }: { onChoose: (side: Side) => void }) {
  return (
    <aside className={s.bar} aria-label="快速下单">
      <div>
        {sides.map(({ id, label }) => (
          <TradeButton key={id} side={id} wide onClick={() => onChoose(id)}>
            {label}
          </TradeButton>
        ))}
      </div>
    </aside>
  );
}
