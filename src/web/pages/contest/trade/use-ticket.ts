import { type Dispatch, useReducer, useState } from 'react';
import type { ContestQuote } from '#features/contest/schema.ts';
import { changeTicket, openTicket, type Side, type Ticket, type TicketChange } from './ticket.ts';

/** The ticket for a security; it opens anew for another one, on the side the player came for. */
export function useTicket(quote: ContestQuote | null, wantedSide: Side): [Ticket, Dispatch<TicketChange>] {
  const rules = quote ?? noRules;
  const [ticket, change] = useReducer(changeTicket, rules, (first) => openTicket(wantedSide, first));
  const [code, setCode] = useState(quote?.code);
  if (quote?.code !== code) {
    setCode(quote?.code);
    change({ type: 'open', side: wantedSide, rules });
  }
  return [ticket, change];
}

const noRules = { last: null, limitUp: null, limitDown: null, tick: 10, lotLeast: 100, lotStep: 100 };
