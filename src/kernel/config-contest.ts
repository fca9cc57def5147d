import { z } from 'zod';
import { webAddress } from './setting-pieces.ts';

/** How often the source may be asked, and how old a quote may be: the same for the environment and the desk. */
const seconds = (least: number, most: number) => {
  const error = `应为 ${least} 到 ${most} 的整数（秒）`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};

/** A header as it is sent to the source of quotes: `Authorization: Bearer …`. */
export const pullHeader = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,60}:\s*[\x20-\x7e]{1,900}$/, {
  error: '应为 名称: 值，如 Authorization: Bearer abc',
});

export const generators = ['off', 'hours', 'always'] as const;

/** The stock contest, as variables; the desk may say otherwise. */
export const contestEnvironment = {
  CONTEST_FRESH_SECONDS: seconds(5, 3600).default(60),
  CONTEST_GENERATOR: z.enum(generators, { error: '应为 off、hours 或 always' }).optional(),
  CONTEST_PULL_URL: webAddress('https://quotes.example.cn/latest.csv').optional(),
  CONTEST_PULL_SECONDS: seconds(3, 3600).default(5),
  CONTEST_PULL_HEADER: pullHeader.optional(),
};

const shape = z.object({
  ...contestEnvironment,
  SITE_MODE: z.enum(['demo', 'live']),
  DEMO_CONTENT: z.string(),
});

/**
 * `freshSeconds`: a quote older than this fills nothing. `generator`: whether invented securities move, in session hours or
 * at any hour; `isGeneratorChosen`: somebody said so,
 * where the default moves the demo edition's alone. `pullUrl`: where quotes are fetched from, empty for nowhere, every `pullSeconds`, with `pullHeader`.
 */
export const contestOf = (env: z.infer<typeof shape>) => ({
  freshSeconds: env.CONTEST_FRESH_SECONDS,
  // A demo has something to look at from its first minute; whoever starts with an empty one wants it empty.
  generator:
    env.CONTEST_GENERATOR ?? (env.SITE_MODE === 'demo' && env.DEMO_CONTENT === 'true' ? 'always' : 'off'),
  isGeneratorChosen: env.CONTEST_GENERATOR !== undefined,
  pullUrl: env.CONTEST_PULL_URL ?? '',
  pullSeconds: env.CONTEST_PULL_SECONDS,
  pullHeader: env.CONTEST_PULL_HEADER ?? '',
});
export type ContestRules = ReturnType<typeof contestOf>;
