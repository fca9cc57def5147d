import { z } from 'zod';
import { type ContestRules, generators, pullHeader } from '#kernel/config-contest.ts';
import { webAddress } from '#kernel/setting-pieces.ts';
import { choice, secret, text, whole } from './fields.ts';

/** How the market of the stock contest moves, and how old a quote may be. */
export const contest = z.object({
  freshSeconds: whole('freshSeconds', '秒', 5, 3600),
  generator: choice('generator', generators),
  pullUrl: text('pullUrl', webAddress('https://quotes.example.cn/latest.csv')),
  pullSeconds: whole('pullSeconds', '秒', 3, 3600),
  pullHeader: secret('pullHeader', pullHeader),
});
type Group = z.output<typeof contest>;

/** What the desk filled in, as it is used. */
export const contestRulesOf = ({ freshSeconds, pullSeconds, ...rest }: Group): ContestRules => ({
  ...rest,
  isGeneratorChosen: true,
  freshSeconds: Number(freshSeconds),
  pullSeconds: Number(pullSeconds),
});

/** What the environment says, as the desk would have filled it in. */
export const contestGroupOf = (rules: ContestRules): Group => ({
  freshSeconds: String(rules.freshSeconds),
  generator: rules.generator,
  pullUrl: rules.pullUrl,
  pullSeconds: String(rules.pullSeconds),
  pullHeader: rules.pullHeader,
});
