import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '#ui/controls/button.tsx';
import { TabList } from '#ui/controls/tabs.tsx';
import { Figures } from '#ui/figures.tsx';
import { Icon } from '#ui/icon.tsx';
import s from './ticket-parts.module.css';

type Side = 'buy' | 'sell';

/** The box of the ticket: what floats on the paper to be filled in. */
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

/** 买入 red, 卖出 green, the words beside the colours. */
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

/** At a limit or at market. */
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

/** A quarter, half or all of what can be traded. */
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

/** What stands in the dialog that asks before an order is sent. */
export function TicketConfirm({ children }: { children: ReactNode }) {
  return <div className={s.confirm}>{children}</div>;
}

/** Names and sums under one another. */
export function TicketFacts({ facts }: { facts: readonly { label: string; value: string }[] }) {
  return <Figures className={s.facts} items={facts} />;
}

/** Why nothing can be ordered now, or what was refused. */
export function TicketNote({ children, isFault = false }: { children: ReactNode; isFault?: boolean }) {
  return (
    <p className={isFault ? s.fault : s.note} role={isFault ? 'alert' : undefined}>
      <Icon name={isFault ? 'warn' : 'clock'} size="s" />
      {children}
    </p>
  );
}

/** Buys or sells, in the colour of its side. */
export function TradeButton({ side, ...rest }: ButtonProps & { side: Side }) {
  return <Button {...rest} className={s[side]} />;
}

/** At the foot of a phone's screen, in place of the bottom bar: both lead to the ticket. */
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
