import { sql } from 'kysely';
import type { Person, Role, World } from '../world.ts';

export type SentFile = { name: string; type: string; bytes: Buffer };

/** A valid request, which the call answers with success in the current state of the portal. */
export type Baseline = {
  /** The person who makes the call; by default one with the access that the call requires. */
  as?: Role | Person | undefined;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: SentFile | undefined;
  headers?: Record<string, string> | undefined;
};

/** Fields of a request by their names; those that a call does not have are left out. */
// biome-ignore lint/suspicious/noExplicitAny: contains answers of calls, whose types their caller knows
export type Values = Record<string, any>;

/** Fields of a request, and who sends it with which file and headers. */
export type Setup = Values & { by?: Person | Role; file?: SentFile; headers?: Record<string, string> };

/** Makes a call with its generated request. @returns the fields of the request and of the answer */
export type Perform = (key: string) => Promise<Values>;

/** Prepares the portal for a call. @returns the fields of its request that neither its schema nor the kinds tell */
export type Setups = Readonly<Record<string, (world: World, perform: Perform) => Promise<Setup> | Setup>>;

/**
 * Creates what a field names, by the label of the field: a post for `内容编号`. Returns its id, or the fields that belong
 * together (`id`, `base`, `content`), with `by` as who makes calls of members about it.
 */
export type Kinds = Readonly<Record<string, (world: World, perform: Perform, path: string) => unknown>>;

/** A setup by another call, whose request or answer has the fields. */
export const after = (key: string) => (_: World, perform: Perform) => perform(key);

/** A setup of calls that use up something of the person who makes them. */
export const byNewMember = async (world: World): Promise<Setup> => ({ by: await world.newMember() });

/** Deletes all rows but the newest, which other requests may need, of a table whose number of rows is limited. */
export const keepNewest = (table: string, count: number) => async (world: World) => {
  const newest = sql`select id from ${sql.table(table)} order by id desc limit ${count}`;
  await sql`delete from ${sql.table(table)} where id not in (${newest})`.execute(world.ctx.db);
  return {};
};
