import type { Person, Role, World } from '../world.ts';

export type SentFile = { name: string; type: string; bytes: Buffer };

/** A valid request, which the call answers with success in the current state of the portal. */
export type Baseline = {
  /** The person who makes the call; by default one with the access that the call requires. */
  as?: Role | Person;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: SentFile;
  headers?: Record<string, string>;
};

/** Creates the data that the request names, and the request. */
export type MakeBaseline = (world: World) => Promise<Baseline> | Baseline;

export type Baselines = Readonly<Record<string, MakeBaseline>>;

export const byId =
  (make: (world: World) => Promise<string>, more: object = {}): MakeBaseline =>
  async (world) => ({ body: { id: await make(world), ...more } });

export const byQueryId =
  (make: (world: World) => Promise<string>): MakeBaseline =>
  async (world) => ({ query: { id: await make(world) } });
