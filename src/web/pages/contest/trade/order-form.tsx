import { type Dispatch, type FormEvent, useId, useRef, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { CheckedOrder, ContestAccount, ContestQuote, ContestSeason } from '#features/contest/calls.ts';
import { writeMoney, writePrice } from '#shared/market.ts';
import { Stepper } from '#ui/contest/stepper.tsx';
import {
  KindChoice,
  Portions,
  SideTabs,
  TicketFacts,
  TicketNote,
  TradeButton,
} from '#ui/contest/ticket-parts.tsx';
import { silent, useAct } from '../../../parts/use-act.ts';
import { ConfirmOrder } from './confirm-order.tsx';
import { judgeTicket } from './judge-ticket.ts';
import { sideNames, spellPrice } from './order-words.ts';
import { type Fault, placeRefusal, readTicket, type Ticket, type TicketChange } from './ticket.ts';
import { type CheckInput, useCheck } from './use-check.ts';

type OrderFormProps = {
  season: ContestSeason;
  quote: ContestQuote;
  account: ContestAccount;
  ticket: Ticket;
  change: Dispatch<TicketChange>;
  /** An order was taken: the account is another now. */
  onSent: () => void;
};

/** The ticket: what to order, what it would cost, what there is against it, and a last look before it is sent. */
export function OrderForm({ season, quote, account, ticket, change, onSent }: OrderFormProps) {
  const idBase = useId();
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setIsTried] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, error, fail, run } = useAct();
  const { side, kind } = ticket;

  const read = readTicket(ticket, quote);
  const input = checkInput(season.id, quote, ticket, read);
  const { checked, isOld } = useCheck(input, `${account.cash} ${account.frozenCash}`);
  const isTyped = 'quantity' in read && read.quantity !== null;
  const { fault, isPlain } = judgeTicket(ticket, read, isTyped && !isOld ? checked : undefined);
  const shown = fault && (isPlain || isTried) ? fault : null;
  const at = (field: Fault['field']) => (shown?.field === field ? shown.message : undefined);

  function change1(next: TicketChange) {
    setIsTried(false);
    change(next);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsTried(true);
    fail(undefined);
    if (!fault) return setIsAsking(true);
    form.current?.querySelector<HTMLElement>(`[data-field="${fault.field}"] input`)?.focus();
  }

  async function send() {
    if ('field' in read || read.quantity === null) return;
    const body = { seasonId: season.id, code: quote.code, side, price: read.price, quantity: read.quantity };
    const isSent = await run(async (call) => {
      await call('POST /member/contest/order', { body, ...silent });
    });
    if (!isSent) return;
    setIsAsking(false);
    setIsTried(false);
    change({ type: 'sent' });
    toasts.success('委托已提交');
    onSent();
  }

  const facts = factsOf(quote, ticket, read, isTyped ? checked : undefined);
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <SideTabs idBase={idBase} selected={side} onSelect={(next) => change1({ type: 'side', side: next })} />
      <div role="tabpanel" id={`${idBase}-panel-${side}`} aria-labelledby={`${idBase}-tab-${side}`}>
        <KindChoice
          name={`${idBase}-kind`}
          value={kind}
          onChoose={(next) => change1({ type: 'kind', kind: next })}
        />
        <div data-field="price">
          <Stepper
            label="价格"
            unit="元"
            inputMode="decimal"
            value={ticket.price}
            standIn={kind === 'market' ? '按下一笔行情成交' : undefined}
            stepNames={{ less: '价格减一档', more: '价格加一档' }}
            note={limitsOf(quote)}
            error={at('price')}
            onType={(typed) => change1({ type: 'price', typed })}
            onStep={(by) => change1({ type: 'priceStep', by, rules: quote })}
          />
        </div>
        <div data-field="quantity">
          <Stepper
            label="数量"
            unit="股"
            inputMode="numeric"
            value={ticket.quantity}
            stepNames={{ less: '数量减一手', more: '数量加一手' }}
            note={mostOf(ticket, checked)}
            error={at('quantity')}
            onType={(typed) => change1({ type: 'quantity', typed })}
            onStep={(by) => change1({ type: 'quantityStep', by, rules: quote })}
          />
        </div>
        <Portions
          isOff={!checked?.most}
          onChoose={(share) => change1({ type: 'portion', share, most: checked?.most ?? 0, rules: quote })}
        />
        <TicketFacts facts={facts.sums} />
        {at('order') && <TicketNote isFault>{at('order')}</TicketNote>}
        <TradeButton side={side} type="submit" wide>
          提交{sideNames[side]}委托
        </TradeButton>
      </div>
      <ConfirmOrder
        isOpen={isAsking}
        side={side}
        facts={facts.all}
        isBusy={isBusy}
        error={error && placeRefusal(error).message}
        onConfirm={() => void send()}
        onClose={() => setIsAsking(false)}
      />
    </form>
  );
}

/** What to ask the server about; while no quantity is typed the fewest shares, for the most there can be. */
function checkInput(
  seasonId: string,
  { code, lotLeast }: ContestQuote,
  { side }: Ticket,
  read: ReturnType<typeof readTicket>,
): CheckInput | null {
  if ('field' in read) return null;
  return { seasonId, code, side, price: read.price, quantity: read.quantity ?? lotLeast };
}

function limitsOf({ limitUp, limitDown, tick }: ContestQuote): string {
  if (limitUp === null || limitDown === null) return '今天不设涨跌幅限制';
  return `跌停 ${writePrice(limitDown, tick)} — 涨停 ${writePrice(limitUp, tick)}`;
}

function mostOf({ side, quantity }: Ticket, checked: CheckedOrder | undefined): string | undefined {
  if (!checked) return undefined;
  const { most, refusal } = checked;
  // Before anything is typed the reason why nothing goes is worth more than a nought.
  const reason = most === 0 && quantity === '' && refusal ? placeRefusal(refusal) : null;
  if (reason?.field === 'quantity') return reason.message;
  return `${side === 'buy' ? '最多可买' : '可卖'} ${most.toLocaleString('en-US')} 股`;
}

function factsOf(
  quote: ContestQuote,
  { side, kind }: Ticket,
  read: ReturnType<typeof readTicket>,
  checked: CheckedOrder | undefined,
) {
  const isBuy = side === 'buy';
  const sum = (fen: number | undefined) => (fen === undefined ? '—' : `${writeMoney(fen)} 元`);
  const { amount, fees } = checked ?? {};
  const total =
    amount === undefined || fees === undefined ? undefined : isBuy ? amount + fees : amount - fees;
  const estimated = isBuy ? '金额（按涨停价估）' : '金额（按现价估）';
  const sums = [
    { label: kind === 'market' ? estimated : '预计金额', value: sum(amount) },
    { label: '预计费用', value: sum(fees) },
    { label: isBuy ? '冻结资金' : '预计到账', value: sum(total) },
  ];
  const { price, quantity } = 'field' in read ? { price: null, quantity: null } : read;
  const what = [
    { label: '证券', value: `${quote.name} ${quote.code}` },
    { label: '价格', value: kind === 'market' ? '市价，按下一笔行情成交' : `${spellPrice(price)} 元` },
    { label: '数量', value: `${quantity ?? 0} 股` },
  ];
  return { sums, all: [...what, ...sums] };
}
