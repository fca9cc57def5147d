import { availableParallelism } from 'node:os';
import type { Speed } from './load.ts';
import { figure } from './report.ts';
import { medianOf, type Rounds } from './rounds.ts';

export const byClock = ({ byClock }: Speed): number => byClock;
export const byProcessor = ({ byProcessor }: Speed): number => byProcessor;

/** What the machine does in a second when it does nothing else. */
export const speedOf = (rounds: Rounds<Speed>, name: string): string =>
  `${figure(medianOf(rounds, name, byProcessor) * availableParallelism())}/s`;
