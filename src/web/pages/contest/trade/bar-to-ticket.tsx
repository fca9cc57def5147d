import { type RefObject, useEffect, useState } from 'react';
import type { Side } from './ticket.ts';
import { TradeBar } from './ticket-parts.tsx';

type BarToTicketProps = { ticket: RefObject<HTMLElement | null>; onChoose: (side: Side) => void };

/** The phone's bar that leads to the ticket, as long as the ticket is not on screen itself. */
export function BarToTicket({ ticket, onChoose }: BarToTicketProps) {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    if (!ticket.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => setIsThere(entry?.isIntersecting ?? false),
      // Its first lines are enough; an edge that shows below is not.
      { rootMargin: '0px 0px -40% 0px' },
    );
    observer.observe(ticket.current);
    return () => observer.disconnect();
  }, [ticket]);
  return isThere ? null : <TradeBar onChoose={onChoose} />;
}

/** Brings the ticket on screen and the keyboard into its first field. */
export function toTicket(ticket: HTMLElement | null): void {
  if (!ticket) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  ticket.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'start' });
  ticket.querySelector<HTMLElement>('[role="tab"][aria-selected="true"], a, button')?.focus({
    preventScroll: true,
  });
}
