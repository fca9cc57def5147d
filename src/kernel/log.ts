import { hostname } from 'node:os';
import { LRUCache } from 'lru-cache';
import { type DestinationStream, type Logger, pino } from 'pino';
import { currentProcessName } from './process-name.ts';

/** The same error is written in full once in this time. */
const collapseMs = 60_000;
const maxErrors = 500;
const errorLevel = 50;

/**
 * Creates the log of a process. A repeated error loses its stack: one with a number, which a reader may quote, is
 * written in short, and any other is only counted; the count comes with the next full line.
 */
export function createLog(level: string, destination?: DestinationStream, now = Date.now): Logger {
  const errors = new LRUCache<string, { sinceMs: number; repeats: number }>({ max: maxErrors });
  const options: pino.LoggerOptions = {
    level,
    base: { process: currentProcessName(), host: hostname() },
    hooks: {
      logMethod(given, method, lineLevel) {
        const [about, message] = given as unknown as [{ err?: unknown; number?: string } | string, string];
        if (lineLevel < errorLevel || typeof about === 'string' || !(about.err instanceof Error))
          return method.apply(this, given);
        const { err, ...others } = about;
        const key = `${message} ${err.name} ${err.message} ${frameOf(err)}`.slice(0, 500);
        const earlier = errors.get(key);
        if (earlier && now() - earlier.sinceMs < collapseMs) {
          earlier.repeats += 1;
          if (about.number === undefined) return;
          const short = { ...others, error: `${err.name}: ${err.message}`, isRepeated: true };
          return method.apply(this, [short, message] as never);
        }
        errors.set(key, { sinceMs: now(), repeats: 0 });
        const repeats = earlier?.repeats ?? 0;
        return method.apply(this, [{ ...about, ...(repeats > 0 && { repeats }) }, message] as never);
      },
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

const frameOf = ({ stack = '' }: Error): string => /^\s+at .*$/m.exec(stack)?.[0].trim() ?? '';
