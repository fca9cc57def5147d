import type { Person, Role, World } from '../world.ts';

export type SentFile = { name: string; type: string; bytes: Buffer };

/** One valid request: what a call is answered with success for, as things stand. */
export type Baseline = {
  /** Who makes it; by default whoever the access of the call asks for. */
  as?: Role | Person;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: SentFile;
  headers?: Record<string, string>;
};

/** Makes what the request names, and the request. */
export type MakeBaseline = (world: World) => Promise<Baseline> | Baseline;

export type Baselines = Readonly<Record<string, MakeBaseline>>;

export const byId =
  (make: (world: World) => Promise<string>, more: object = {}): MakeBaseline =>
  async (world) => ({ body: { id: await make(world), ...more } });

export const byQueryId =
  (make: (world: World) => Promise<string>): MakeBaseline =>
  async (world) => ({ query: { id: await make(world) } });
