import type { Operation } from '../description.ts';
import type { Baselines, MakeBaseline } from './baseline.ts';
import { contentBaselines } from './content.ts';
import { identityBaselines } from './identity.ts';
import { letterBaselines } from './letters.ts';
import { moneyBaselines } from './money.ts';
import { siteBaselines } from './site.ts';

export type { Baseline, SentFile } from './baseline.ts';

const made: Baselines = {
  ...identityBaselines,
  ...siteBaselines,
  ...contentBaselines,
  ...moneyBaselines,
  ...letterBaselines,
};

/** Returns how to create a valid request of a call; a call without input needs no baseline. */
export const baselineOf = ({ key }: Operation): MakeBaseline => made[key] ?? (() => ({}));

/** Returns baselines of calls that are not in the description. */
export const unknownBaselines = (operations: readonly Operation[]): string[] => {
  const known = new Set(operations.map(({ key }) => key));
  return Object.keys(made).filter((key) => !known.has(key));
};
