import { type Environment, environmentGroup, rulesOf } from './settings/environment.ts';

/**
 * The stock contest as the environment sets it. `isGeneratorChosen`: somebody said whether invented securities move,
 * where the default moves the demo edition's alone.
 */
export const contestOf = (env: Environment) => ({
  ...rulesOf('contest', environmentGroup('contest', env)),
  // A demo has something to look at from its first minute; whoever starts with an empty one wants it empty.
  generator:
    env.CONTEST_GENERATOR ?? (env.SITE_MODE === 'demo' && env.DEMO_CONTENT === 'true' ? 'always' : 'off'),
  isGeneratorChosen: env.CONTEST_GENERATOR !== undefined,
});
export type ContestRules = ReturnType<typeof contestOf>;
