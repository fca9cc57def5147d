import type { FastifyInstance } from 'fastify';
import type { MenuEntry } from '#shared/admin-menu.ts';
import type { CacheTag } from '#shared/cache-tags.ts';
import type { ModuleName } from '#shared/modules.ts';
import type { OldAddress } from '#shared/old-address.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Context, EventListener, EventName } from './context.ts';
import type { Tables } from './db/tables.ts';
import type { Call } from './http/calls.ts';
import type { SentEvent } from './http/openapi.ts';
import type { PersonalDataPart } from './personal-data.ts';
import type { SealPurpose } from './seals.ts';

/** A value, or a function that creates it from services that the application provides. */
export type FromServices<S, T> = T | ((services: S) => T);

/**
 * Functions that higher features offer to lower ones, which work without them. The lower feature declares a function by
 * declaration merging; the higher one provides it in its manifest.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Extensions {}

/** Returns the names of things of one kind by id; those that no longer exist are left out. */
export type FindNames = (ctx: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Event handlers of a feature; they run in the transaction that emits the event. */
export type Listeners = { [N in EventName]?: EventListener<N> | readonly EventListener<N>[] };

/** Work that the worker repeats for every tenant. */
export type Job = {
  /** Unique in the portal, for example `sessions-tidy`. */
  name: string;
  /** The job rests while the publisher has switched this module off. */
  module?: ModuleName;
  /** `since` is the start of the previous run; `signal` is aborted when the worker stops. */
  run(ctx: Context, about: { since: Date; signal: AbortSignal }): Promise<unknown>;
} & (
  | {
      /** A cron expression in Shanghai time. One worker runs the job; a failed run is retried twice. */
      cron: string;
    }
  | {
      /** Pause in ms between the end of one run and the start of the next, in every worker. */
      everyMs: number;
      /** A purge of this tag ends the pause. */
      wakesOn?: CacheTag;
    }
);

/** The month of readers that a demo gets; `posts` says what it consists of, by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface DemoEdition {}

/** Work that every web process repeats for every tenant, such as writing what it counted. */
export type WebJob = {
  /** Pause in ms between the end of one run and the start of the next. */
  everyMs: number;
  /** Whether it runs once more before the process stops. */
  isRunAtStop?: true;
  run(ctx: Context): Promise<unknown>;
};

/** What a visitor can request: an address of the site, or a call with its query. */
export type VisitorRequest = { path: string } | { call: string; query: Record<string, string> };

/** The answer to an old address: `location` is a path of this site or an https address; empty for 410. */
export type Moved = { id: string; status: 301 | 302 | 410; location: string };

/** Answers to addresses that no page of the site has. */
export type OldAddresses = {
  /** Returns where an address leads; null if nowhere. `isRoute`: whether the site itself answers an address. */
  find(
    ctx: Context,
    address: OldAddress,
    isRoute: (address: string) => Promise<boolean>,
  ): Promise<Moved | null>;
  countHit(ctx: Context, id: string): void;
  /** `referrer`: the page that a reader came from, if any. */
  countMissing(ctx: Context, address: OldAddress, referrer: string | undefined, ownHost: string): void;
};

/** What a feature has at addresses of the site, beside its pages and calls. */
export interface SiteParts {
  /** Addresses for the sitemap, in the order of the features' `order`. */
  sitemap?: { order: number; list(ctx: Context): Promise<string[]> };
  /** Paths that exist now beside the fixed ones; no redirect replaces them. */
  paths?(ctx: Context): Promise<string[]>;
  /** Whether the site has a page at a path now; undefined for a path that is not the feature's. */
  isOpen?(ctx: Context, path: string): Promise<boolean | undefined>;
  /** What a visitor can request of what the feature publishes, for scans for locked text. */
  listRequests?(ctx: Context): Promise<VisitorRequest[]>;
  oldAddresses?: OldAddresses;
}

export type TableName = keyof Tables;

/** What happens to the tables of a feature when a site is exported or backed up. */
export type FeatureTables = {
  /** The site's content: part of every export. */
  content?: readonly TableName[];
  /** People and what they did, bought and are owed: excluded from exports `--without-people`. */
  people?: readonly TableName[];
  /** Data of this installation or of the moment, secrets included: part of backups, never of exports. */
  installation?: readonly TableName[];
  /** What running machines note for each other and make again: part of no archive. */
  transient?: readonly TableName[];
  options?: { readonly [T in TableName]?: TableOptions };
};

export type TableOptions = {
  /** The table's Chinese name in messages. */
  label?: string;
  /** A new site already has rows in it: all rows, or those up to an id. */
  seeded?: { upTo?: number };
  /** Columns that give access to an account: null in an export from the back office. `all` leaves out the rows. */
  secrets?: readonly string[] | 'all';
  /** The table holds values sealed with the portal's key for this purpose; archives contain them decrypted. */
  sealed?: SealPurpose;
  /** The numbers change with time alone, so comparisons skip the table. */
  isVolatile?: true;
};

/**
 * A feature's manifest, from which the application, the worker, exports, the copy of personal data and the back
 * office's menu are built. The type parameters are the services that its routes, listeners and jobs need, and its
 * routes.
 */
export type Feature<R, L, J, C extends readonly Call[], E = unknown, W = unknown, S = unknown> = {
  /** The name of the feature's folder. */
  readonly name: string;
  readonly routes?: FromServices<R, C>;
  /** Listeners of features that depend on this one run before its own. */
  readonly listeners?: FromServices<L, Listeners>;
  readonly jobs?: FromServices<J, readonly Job[]>;
  readonly webJobs?: FromServices<W, readonly WebJob[]>;
  readonly extensions?: FromServices<E, Partial<Extensions>>;
  readonly site?: SiteParts;
  /** What the API's description says beside the calls: other paths, and events that are sent to other programs. */
  readonly api?: { paths?: Readonly<Record<string, object>>; events?: Readonly<Record<string, SentEvent>> };
  /** Serves addresses that are neither pages nor calls, in every web process. */
  readonly serve?: (server: FastifyInstance, services: S) => void;
  /** The names of what the feature stores, by kind, such as `post`, for those who look at references to it. */
  readonly names?: Readonly<Record<string, FindNames>>;
  /** Adds to a demo what its readers did. */
  readonly addDemo?: (ctx: Context, edition: DemoEdition) => Promise<void>;
  readonly tables?: FeatureTables;
  /** What the feature stores about a member, for the copy of personal data. */
  readonly personalData?: readonly PersonalDataPart[];
  /** The permissions that the feature's calls require; `main/permissions.test.ts` compares the two. */
  readonly permissions?: readonly Permission[];
  readonly menu?: readonly MenuEntry[];
};

/** Declares a feature. It must also be added to `features/index.ts`, the only registry. */
export const defineFeature = <R, L, J, E, W, S, const C extends readonly Call[] = readonly []>(
  feature: Feature<R, L, J, C, E, W, S>,
): Feature<R, L, J, C, E, W, S> => feature;

type Part = 'routes' | 'listeners' | 'jobs' | 'webJobs' | 'extensions';
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void
  ? I
  : never;
type ServicesOfPart<P> = P extends (services: infer S) => unknown ? S : never;

/** What these features need to serve their addresses. */
export type ServicesForServe<F> = Intersection<
  F extends { readonly serve?: (server: FastifyInstance, services: infer S) => unknown } ? S : never
>;

/** The services that these features need for one part of their manifests. */
export type ServicesFor<F, P extends Part> = Intersection<
  F extends { readonly [K in P]?: infer V } ? ServicesOfPart<V> : never
>;

/** Returns a part of a manifest, created from the services if it is a function of them. */
export const provide = <S, T extends object>(
  part: FromServices<S, T> | undefined,
  services: S,
): T | undefined => (typeof part === 'function' ? (part as (services: S) => T)(services) : part);
