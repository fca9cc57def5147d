import { type Environment, environmentGroup, rulesOf } from './settings/environment.ts';

/**
 * The stock contest's settings from the environment. `isGeneratorChosen` tells whether CONTEST_GENERATOR is set
 * explicitly; by default the generator moves quotes only in a portal with the demo edition.
 */
export const contestOf = (env: Environment) => ({
  ...rulesOf('contest', environmentGroup('contest', env)),
  // A demo portal shows a moving market from the first minute; an empty portal stays empty.
  generator:
    env.CONTEST_GENERATOR ?? (env.SITE_MODE !== 'live' && env.DEMO_CONTENT === 'true' ? 'always' : 'off'),
  isGeneratorChosen: env.CONTEST_GENERATOR !== undefined,
});
export type ContestRules = ReturnType<typeof contestOf>;
