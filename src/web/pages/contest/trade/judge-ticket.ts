import type { CheckedOrder } from '#features/contest/schema.ts';
import { type Fault, placeRefusal, type ReadTicket, type Ticket } from './ticket.ts';

export type Judgement = {
  /** Why it cannot be sent. */
  fault: Fault | null;
  /** Whether that is said before the player tries: what is merely not typed yet is no mistake. */
  isPlain: boolean;
};

/** What there is against a ticket, here or by the server's check of this very ticket. */
export function judgeTicket(
  ticket: Ticket,
  read: ReadTicket | Fault,
  checked: CheckedOrder | undefined,
): Judgement {
  if ('field' in read) return { fault: read, isPlain: read.field !== 'price' || ticket.price.trim() !== '' };
  if (read.quantity === null) return { fault: { field: 'quantity', message: '请填写数量' }, isPlain: false };
  const refusal = checked?.refusal;
  return { fault: refusal ? placeRefusal(refusal) : null, isPlain: true };
}
