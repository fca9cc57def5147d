import { availableParallelism } from 'node:os';
import type { Speed } from './load.ts';
import { formatNumber } from './report.ts';
import { medianOf, type Rounds } from './rounds.ts';

export const byClock = ({ byClock }: Speed): number => byClock;
export const byProcessor = ({ byProcessor }: Speed): number => byProcessor;

/** Formats the requests per second of an otherwise idle machine. */
export const formatSpeed = (rounds: Rounds<Speed>, name: string): string =>
  `${formatNumber(medianOf(rounds, name, byProcessor) * availableParallelism())}/s`;
