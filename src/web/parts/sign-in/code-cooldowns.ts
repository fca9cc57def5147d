import { useEffect, useState } from 'react';
import { create } from 'zustand';

// Stored by number, outside the forms: a cooldown continues while its form is unmounted, and the server's rate limit
// applies to the number whatever the code is for.
const useCooldowns = create<{ endsAtMs: Record<string, number> }>(() => ({ endsAtMs: {} }));

/** Blocks further codes for this number for `seconds`. */
export function startCooldown(phone: string, seconds: number): void {
  const endsAt = Date.now() + seconds * 1000;
  useCooldowns.setState(({ endsAtMs }) => ({ endsAtMs: { ...endsAtMs, [phone]: endsAt } }));
}

/** Returns the seconds until another code may be requested for this number, counting down to 0. */
export function useSecondsLeft(phone: string): number {
  const endsAt = useCooldowns(({ endsAtMs }) => endsAtMs[phone] ?? 0);
  const [now, setNow] = useState(() => Date.now());
  // Reads the clock instead of counting ticks, because a background tab gets few ticks and must be right when the
  // reader returns.
  const isWaiting = endsAt > now;
  useEffect(() => {
    setNow(Date.now());
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return isWaiting ? Math.ceil((endsAt - now) / 1000) : 0;
}
