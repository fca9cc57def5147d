import { type Dispatch, type FormEvent, useId, useRef, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { silent, useAction } from '#web/parts/use-action.ts';
import type { ContestAccount, ContestQuote, ContestSeason } from '../../schema.ts';
import {
  describeLimits,
  describeMaxQuantity,
  sideNames,
  ticketFactsOf,
  toCheckInput,
} from './order-facts.ts';
import { Stepper } from './stepper.tsx';
import {
  type Fault,
  faultOfRefusal,
  parseTicket,
  type Side,
  type Ticket,
  type TicketChange,
  validateTicket,
} from './ticket.ts';
import {
  KindChoice,
  Portions,
  SideTabs,
  TicketConfirm,
  TicketFacts,
  TicketNote,
  TradeButton,
} from './ticket-parts.tsx';
import { useCheck } from './use-check.ts';

type OrderFormProps = {
  season: ContestSeason;
  quote: ContestQuote;
  account: ContestAccount;
  ticket: Ticket;
  change: Dispatch<TicketChange>;
  /** Called when the server has accepted an order, which changes the account. */
  onSent: () => void;
};

/** The ticket: what to order, its cost, validation errors, and a confirmation before the order is sent. */
export function OrderForm({ season, quote, account, ticket, change, onSent }: OrderFormProps) {
  const idBase = useId();
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setIsTried] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const { isBusy, error, setError, run } = useAction();
  const { side, kind } = ticket;

  const parsed = parseTicket(ticket, quote);
  const input = toCheckInput(season.id, quote, ticket, parsed);
  const { checked, isOld } = useCheck(input, `${account.cash} ${account.frozenCash}`);
  const isTyped = 'quantity' in parsed && parsed.quantity !== null;
  const { fault, isPlain } = validateTicket(ticket, parsed, isTyped && !isOld ? checked : undefined);
  const shown = fault && (isPlain || isTried) ? fault : null;
  const faultAt = (field: Fault['field']) => (shown?.field === field ? shown.message : undefined);

  function edit(next: TicketChange) {
    setIsTried(false);
    change(next);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsTried(true);
    setError(undefined);
    if (!fault) return setIsConfirming(true);
    form.current?.querySelector<HTMLElement>(`[data-field="${fault.field}"] input`)?.focus();
  }

  async function send() {
    if ('field' in parsed || parsed.quantity === null) return;
    const body = {
      seasonId: season.id,
      code: quote.code,
      side,
      price: parsed.price,
      quantity: parsed.quantity,
    };
    const isSent = await run(async (call) => {
      await call('POST /member/contest/order', { body, ...silent });
    });
    if (!isSent) return;
    setIsConfirming(false);
    setIsTried(false);
    change({ type: 'sent' });
    toasts.success('委托已提交');
    onSent();
  }

  const facts = ticketFactsOf(quote, ticket, parsed, isTyped ? checked : undefined);
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <SideTabs idBase={idBase} selected={side} onSelect={(next) => edit({ type: 'side', side: next })} />
      <div role="tabpanel" id={`${idBase}-panel-${side}`} aria-labelledby={`${idBase}-tab-${side}`}>
        <KindChoice
          name={`${idBase}-kind`}
          value={kind}
          onChoose={(next) => edit({ type: 'kind', kind: next })}
        />
        <div data-field="price">
          <Stepper
            label="价格"
            unit="元"
            inputMode="decimal"
            value={ticket.price}
            standIn={kind === 'market' ? '按下一笔行情成交' : undefined}
            stepNames={{ less: '价格减一档', more: '价格加一档' }}
            note={describeLimits(quote)}
            error={faultAt('price')}
            onType={(typed) => edit({ type: 'price', typed })}
            onStep={(by) => edit({ type: 'priceStep', by, rules: quote })}
          />
        </div>
        <div data-field="quantity">
          <Stepper
            label="数量"
            unit="股"
            inputMode="numeric"
            value={ticket.quantity}
            stepNames={{ less: '数量减一手', more: '数量加一手' }}
            note={describeMaxQuantity(ticket, checked)}
            error={faultAt('quantity')}
            onType={(typed) => edit({ type: 'quantity', typed })}
            onStep={(by) => edit({ type: 'quantityStep', by, rules: quote })}
          />
        </div>
        <Portions
          isOff={!checked?.most}
          onChoose={(share) => edit({ type: 'portion', share, max: checked?.most ?? 0, rules: quote })}
        />
        <TicketFacts facts={facts.sums} />
        {faultAt('order') && <TicketNote isFault>{faultAt('order')}</TicketNote>}
        <TradeButton side={side} type="submit" wide>
          提交{sideNames[side]}委托
        </TradeButton>
      </div>
      <ConfirmOrder
        isOpen={isConfirming}
        side={side}
        facts={facts.all}
        isBusy={isBusy}
        error={error && faultOfRefusal(error).message}
        onConfirm={() => void send()}
        onClose={() => setIsConfirming(false)}
      />
    </form>
  );
}

type ConfirmOrderProps = {
  isOpen: boolean;
  side: Side;
  facts: readonly { label: string; value: string }[];
  isBusy: boolean;
  error: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/** Shows the order once more before it is sent. */
function ConfirmOrder({ isOpen, side, facts, isBusy, error, onConfirm, onClose }: ConfirmOrderProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={() => isBusy || onClose()}
      title={`确认${sideNames[side]}委托`}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            返回修改
          </Button>
          <TradeButton side={side} busy={isBusy} onClick={onConfirm}>
            {isBusy ? '正在提交' : `确认${sideNames[side]}`}
          </TradeButton>
        </>
      }
    >
      <TicketConfirm>
        <TicketFacts facts={facts} />
        <p>这是模拟交易，使用模拟资金，不涉及真实资金。</p>
        {error && <TicketNote isFault>{error}</TicketNote>}
      </TicketConfirm>
    </Dialog>
  );
}
