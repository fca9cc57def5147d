import type { MenuEntry } from '#shared/admin-menu.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Context, EventListener, EventName } from './context.ts';
import type { Tables } from './db/tables.ts';
import type { Call } from './http/calls.ts';
import type { PersonalDataPart } from './personal-data.ts';
import type { SealPurpose } from './seals.ts';

/** A value, or a function that makes it from services which the application provides. */
export type FromServices<S, T> = T | ((services: S) => T);

/** What a feature does when an event is emitted, in the transaction of the event. */
export type Listeners = { [N in EventName]?: EventListener<N> | readonly EventListener<N>[] };

/** Work the worker repeats for every tenant. */
export type Job = {
  /** Unique in the portal, as in `sessions-tidy`. */
  name: string;
  /** `since`: the start of the previous run; `signal`: aborted when the worker stops. */
  run(ctx: Context, about: { since: Date; signal: AbortSignal }): Promise<unknown>;
} & (
  | {
      /** A cron expression in Shanghai time; one worker runs it, and a failure is retried twice. */
      cron: string;
    }
  | {
      /** Pause between the end of one run and the start of the next, in every worker. */
      everyMs: number;
    }
);

export type TableName = keyof Tables;

/** Where the tables of a feature go when a site is exported or backed up. */
export type FeatureTables = {
  /** What the site is: in every export. */
  content?: readonly TableName[];
  /** Who is there and what they did, bought and are owed: not in exports `--without-people`. */
  people?: readonly TableName[];
  /** What belongs to this installation or to this hour, secrets included: in backups, never in exports. */
  installation?: readonly TableName[];
  options?: { readonly [T in TableName]?: TableOptions };
};

export type TableOptions = {
  /** Its Chinese name in messages. */
  label?: string;
  /** It has rows in a new site: all of them, or those up to an id. */
  given?: { upTo?: number };
  /** Columns that open an account: null in an export made in the back office. `all`: the rows are left out. */
  secrets?: readonly string[] | 'all';
  /** It holds values that the portal's key seals for this purpose; archives hold them open. */
  sealed?: SealPurpose;
  /** Its figures change with time alone, so that comparisons skip it. */
  isMoving?: true;
};

/**
 * A feature as the application, the worker, exports, the copy of personal data and the back office's menu see it. The
 * type parameters are the services that its routes, listeners and jobs need, and its routes.
 */
export type Feature<R, L, J, C extends readonly Call[]> = {
  /** The name of its folder. */
  readonly name: string;
  readonly routes?: FromServices<R, C>;
  /** Listeners of features that build on this one run before its own. */
  readonly listeners?: FromServices<L, Listeners>;
  readonly jobs?: FromServices<J, readonly Job[]>;
  readonly tables?: FeatureTables;
  /** What it keeps about a member, for the copy that they may ask for. */
  readonly personalData?: readonly PersonalDataPart[];
  /** The permissions that its calls ask for; `main/permissions.test.ts` compares the two. */
  readonly permissions?: readonly Permission[];
  readonly menu?: readonly MenuEntry[];
};

/** Declares a feature. Add it to `features/index.ts`: nothing else registers it. */
export const defineFeature = <R, L, J, const C extends readonly Call[] = readonly []>(
  feature: Feature<R, L, J, C>,
): Feature<R, L, J, C> => feature;

type Part = 'routes' | 'listeners' | 'jobs';
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void
  ? I
  : never;
type ServicesOfPart<P> = P extends (services: infer S) => unknown ? S : never;

/** The services that these features need for a part of them. */
export type ServicesFor<F, P extends Part> = Intersection<
  F extends { readonly [K in P]?: infer V } ? ServicesOfPart<V> : never
>;

/** A part of a feature, made from the services if it needs any. */
export const provide = <S, T extends object>(
  part: FromServices<S, T> | undefined,
  services: S,
): T | undefined => (typeof part === 'function' ? (part as (services: S) => T)(services) : part);
