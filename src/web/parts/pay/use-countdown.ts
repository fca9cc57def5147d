import { useEffect, useState } from 'react';

/** Seconds left of `seconds` counted from when they were told, by this machine's clock alone; never below 0. */
export function useCountdown(seconds: number): number {
  const [end, setEnd] = useState(() => performance.now() + seconds * 1000);
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const told = performance.now();
    setNow(told);
    setEnd(told + seconds * 1000);
  }, [seconds]);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((end - now) / 1000));
}
