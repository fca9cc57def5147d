import { useEffect, useState } from 'react';
import { create } from 'zustand';

// Kept by number and outside any form: a wait goes on while its form is off the screen, and the server's limit
// is one of the number, whatever the code is for.
const useWaits = create<{ untilMs: Record<string, number> }>(() => ({ untilMs: {} }));

/** No further code may be asked for this number for so many seconds. */
export function beginWait(phone: string, seconds: number): void {
  const until = Date.now() + seconds * 1000;
  useWaits.setState(({ untilMs }) => ({ untilMs: { ...untilMs, [phone]: until } }));
}

/** Seconds left to wait for this number, counted down; 0 when another code may be asked for. */
export function useSecondsLeft(phone: string): number {
  const until = useWaits(({ untilMs }) => untilMs[phone] ?? 0);
  const [now, setNow] = useState(() => Date.now());
  // By the clock and not by counting: a tab in the background gets few ticks, and must be right when it is back.
  const isWaiting = until > now;
  useEffect(() => {
    setNow(Date.now());
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return isWaiting ? Math.ceil((until - now) / 1000) : 0;
}
