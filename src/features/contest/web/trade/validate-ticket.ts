import type { OrderCheck } from '../../schema.ts';
import { type Fault, faultOfRefusal, type ParsedTicket, type Ticket } from './ticket.ts';

export type TicketValidation = {
  fault: Fault | null;
  /** Whether to show the fault before the player tries to send; a value that is merely missing is not an error yet. */
  isPlain: boolean;
};

/** Returns the fault of a ticket, found by the browser or by the server's check of this ticket. */
export function validateTicket(
  ticket: Ticket,
  parsed: ParsedTicket | Fault,
  checked: OrderCheck | undefined,
): TicketValidation {
  if ('field' in parsed)
    return { fault: parsed, isPlain: parsed.field !== 'price' || ticket.price.trim() !== '' };
  if (parsed.quantity === null)
    return { fault: { field: 'quantity', message: '请填写数量' }, isPlain: false };
  const refusal = checked?.refusal;
  return { fault: refusal ? faultOfRefusal(refusal) : null, isPlain: true };
}
