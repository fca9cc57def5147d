import { join } from 'node:path';
import { pino } from 'pino';
import {
  analyticsRoutes,
  forgetMemberSource,
  noteRegistration,
  noteSearch,
  noteViews,
  sourceData,
} from '#features/analytics/index.ts';
import { auditRoutes } from '#features/audit/index.ts';
import { authorDeskRoutes, authorRoutes, findAuthors, forgetAuthorMember } from '#features/authors/index.ts';
import {
  collectionData,
  collectionRoutes,
  forgetMemberCollections,
  moveMergedFollows,
  noteReadings,
} from '#features/collections/index.ts';
import { columnDeskRoutes, columnRoutes } from '#features/columns/index.ts';
import { entitlementRoutes, grantData, refuseSubscribedColumn } from '#features/entitlements/index.ts';
import { type FeedParts, feedRoutes, refuseFedColumn } from '#features/feeds/index.ts';
import { forgetMemberKnow, frontpageRoutes, knowData, nameAdverts } from '#features/frontpage/index.ts';
import {
  type IdentityParts,
  identityRoutes,
  readLoginOptions,
  resolveActor,
} from '#features/identity/index.ts';
import { type MediaParts, mediaRoutes } from '#features/media/index.ts';
import { reviewRoutes, wordRoutes } from '#features/moderation/index.ts';
import {
  forgetMemberNotices,
  noticeData,
  notificationRoutes,
  queueFollowers,
  tellBuyers,
  tellSubmitter,
} from '#features/notifications/index.ts';
import { outboxRoutes } from '#features/outbox/index.ts';
import {
  countColumnPieces,
  deskRoutes,
  findTitles,
  followAuthor,
  followColumnAccess,
  followDecision,
  followEmptiedColumn,
  followMergedAuthor,
  forgetSavedViews,
  postRoutes,
  prepareBody,
  refuseWrittenAuthor,
  savedViewData,
  savedViewRoutes,
} from '#features/posts/index.ts';
import {
  findByKeyword,
  openSearchIndexes,
  queueForIndex,
  type SearchIndexes,
  searchRoutes,
} from '#features/search/index.ts';
import {
  agreementDeskRoutes,
  nameSite,
  openSettings,
  type Settings,
  settingDeskRoutes,
  settingsRoutes,
} from '#features/settings/index.ts';
import { startRoutes } from '#features/start/index.ts';
import { type TransferParts, transferRoutes } from '#features/transfers/index.ts';
import { type Actor, visitor } from '#kernel/actor.ts';
import type { Config } from '#kernel/config.ts';
import type { Context, EventBus, Tenant } from '#kernel/context.ts';
import { openDatabase } from '#kernel/db/pool.ts';
import { createEventBus } from '#kernel/event-bus.ts';
import { publicOr } from '#kernel/fetch/addresses.ts';
import type { Call } from '#kernel/http/calls.ts';
import { type ChosenFiles, openChosenFiles } from '#kernel/storage/chosen-files.ts';
import { openFileStore } from '#kernel/storage/files.ts';
import { copyParts } from './copy-parts.ts';
import { openSenders } from './senders.ts';

/** The whole house, put together: what every process of the portal is made of. */
export type House = {
  readonly config: Config;
  readonly connectionString: string;
  readonly tenants: ReadonlyMap<string, Tenant>;
  readonly defaultTenant: Tenant;
  readonly events: EventBus;
  readonly calls: readonly Call[];
  readonly files: ChosenFiles;
  /** What a tenant's portal is set to now. */
  readonly settings: Settings;
  /** Where large uploads lie until their call is over. */
  readonly uploadFolder: string;
  readonly feeds: FeedParts;
  readonly transfers: TransferParts;
  readonly identity: IdentityParts;
  /** Who holds a token now; null when nobody does. */
  resolveActor(tenant: Tenant, token: string): Promise<Actor | null>;
  readonly searchIndexes: SearchIndexes;
  readonly log: pino.Logger;
  /** The context of work done for a tenant by nobody in particular: jobs, the command line, page rendering. */
  contextOf(tenant: Tenant, actor?: Actor): Context;
  close(): Promise<void>;
};

export function buildHouse(config: Config, connectionString: string): House {
  const log = pino({ level: config.logLevel, base: null });
  const tenants = new Map<string, Tenant>(
    config.tenants.map(({ id }) => [id, { id, db: openDatabase(connectionString, id, config.databasePool) }]),
  );
  const [defaultTenant] = tenants.values();
  if (!defaultTenant) throw new Error('no tenant is configured');
  const events = createEventBus();
  events.on('columns.changed', (ctx, trx, { columns }) => followColumnAccess(ctx, trx, columns));
  events.on('columns.deleting', refuseSubscribedColumn);
  events.on('columns.deleting', refuseFedColumn);
  events.on('columns.emptied', followEmptiedColumn);
  const searchIndexes = openSearchIndexes(join(config.dataDir, 'search'));
  events.on('posts.changed', queueForIndex);
  events.on('moderation.decided', followDecision);
  events.on('moderation.decided', tellSubmitter);
  events.on('posts.withdrawn', tellBuyers);
  events.on('posts.viewed', noteReadings);
  events.on('posts.viewed', noteViews);
  events.on('member.registered', noteRegistration);
  events.on('member.deleted', forgetMemberSource);
  events.on('posts.published', queueFollowers);
  events.on('authors.changed', followAuthor);
  events.on('authors.merged', followMergedAuthor);
  events.on('authors.merged', moveMergedFollows);
  events.on('authors.deleting', refuseWrittenAuthor);
  events.on('member.deleted', forgetAuthorMember);
  events.on('member.deleted', forgetMemberCollections);
  events.on('member.deleted', forgetMemberNotices);
  events.on('member.deleted', forgetSavedViews);
  events.on('member.deleted', forgetMemberKnow);
  const settings = openSettings(config);
  const contextOf = (tenant: Tenant, actor: Actor = visitor): Context => ({
    tenant,
    db: tenant.db,
    actor,
    events,
    log,
    now: () => new Date(),
  });
  const settingsOf = (tenant: Tenant) => settings(contextOf(tenant));
  const disk = openFileStore(config.dataDir);
  const files = openChosenFiles(disk, async (tenantId) => {
    const tenant = tenants.get(tenantId);
    return tenant ? (await settingsOf(tenant)).storage : null;
  });
  const identity = identityParts(config, files, settings);
  const transfers: TransferParts = {
    folder: join(config.dataDir, 'transfers'),
    files,
    copyParts: (ctx, report) => copyParts({ connectionString, files }, ctx.tenant, report),
  };
  const uploadFolder = join(config.dataDir, 'uploads');
  const feeds: FeedParts = { files, fetching: { mayConnect: publicOr(config.feedNetworks) } };
  const calls = [
    ...columnRoutes,
    ...columnDeskRoutes(countColumnPieces),
    ...authorRoutes,
    ...authorDeskRoutes,
    ...postRoutes(findByKeyword(searchIndexes)),
    ...deskRoutes(findByKeyword(searchIndexes)),
    ...savedViewRoutes,
    ...auditRoutes,
    ...mediaRoutes({ files, uploadFolder, nameTargets: mediaTargets, fetching: feeds.fetching }),
    ...wordRoutes,
    ...reviewRoutes,
    ...feedRoutes(feeds),
    ...collectionRoutes,
    ...notificationRoutes,
    ...identityRoutes(identity),
    ...entitlementRoutes,
    ...outboxRoutes(async (ctx) => (await readLoginOptions(ctx, identity)).outbox),
    ...frontpageRoutes,
    ...settingsRoutes,
    ...settingDeskRoutes({ config, disk }),
    ...agreementDeskRoutes((body) => prepareBody({ body, format: 'html' })),
    ...searchRoutes(searchIndexes, noteSearch),
    ...analyticsRoutes,
    ...transferRoutes(transfers),
    ...startRoutes,
  ];
  return {
    config,
    connectionString,
    tenants,
    defaultTenant,
    events,
    calls,
    files,
    settings,
    feeds,
    transfers,
    uploadFolder,
    identity,
    resolveActor: (tenant, token) =>
      resolveActor(tenant, token, undefined, async () => (await settingsOf(tenant)).staffTotp),
    searchIndexes,
    log,
    contextOf,
    async close() {
      searchIndexes.close();
      files.close();
      for (const { db } of tenants.values()) await db.destroy();
    },
  };
}

/** What uses files of the library, by name; the library itself stands below them. */
const mediaTargets: MediaParts['nameTargets'] = {
  advert: nameAdverts,
  post: (ctx, ids) => findTitles(ctx.db, ids),
  author: async (ctx, ids) => new Map((await findAuthors(ctx.db, ids)).map(({ id, name }) => [id, name])),
};

function identityParts(config: Config, files: ChosenFiles, settings: Settings): IdentityParts {
  const { sms, proofCost, apiBase } = config;
  return {
    ...openSenders(settings),
    files,
    settings,
    personalData: [
      ...grantData,
      ...sourceData,
      ...collectionData,
      ...noticeData,
      ...savedViewData,
      ...knowData,
    ],
    limits: sms.limits,
    proofCost,
    apiBase,
    nameSite: (ctx, trx, name) => nameSite(ctx, trx, config, name),
  };
}
