import { join } from 'node:path';
import { pino } from 'pino';
import { analyticsRoutes, noteSearch, sourceData } from '#features/analytics/index.ts';
import { auditRoutes } from '#features/audit/index.ts';
import { authorDeskRoutes, authorRoutes, findAuthors } from '#features/authors/index.ts';
import { collectionData, collectionRoutes, readReaders } from '#features/collections/index.ts';
import { columnDeskRoutes, columnRoutes } from '#features/columns/index.ts';
import { commentData, commentDeskRoutes, commentRoutes } from '#features/comments/index.ts';
import {
  contestData,
  contestDeskRoutes,
  contestRoutes,
  type MarketParts,
  marketDeskRoutes,
  nameSeasons,
} from '#features/contest/index.ts';
import { entitlementRoutes, grantData } from '#features/entitlements/index.ts';
import { type FeedParts, feedRoutes } from '#features/feeds/index.ts';
import { frontpageRoutes, knowData, nameAdverts } from '#features/frontpage/index.ts';
import {
  type IdentityParts,
  identityRoutes,
  readLoginOptions,
  resolveActor,
  setPasswordCost,
} from '#features/identity/index.ts';
import { leakRoutes, markCopy } from '#features/leaks/index.ts';
import { ledgerRoutes, withdrawalData } from '#features/ledger/index.ts';
import { type MediaParts, mediaRoutes } from '#features/media/index.ts';
import { membershipRoutes } from '#features/memberships/index.ts';
import { reviewRoutes, wordRoutes } from '#features/moderation/index.ts';
import { type NoticeParts, noticeData, notificationRoutes } from '#features/notifications/index.ts';
import {
  findOffers,
  orderData,
  orderDeskRoutes,
  orderRoutes,
  readPieceOrders,
  salesOfPieces,
} from '#features/orders/index.ts';
import { outboxRoutes } from '#features/outbox/index.ts';
import { type PaymentParts, paymentRoutes, tryAlipay, tryWechatPay } from '#features/payments/index.ts';
import {
  countColumnPieces,
  deskRoutes,
  findTitles,
  postRoutes,
  prepareBody,
  savedViewData,
  savedViewRoutes,
  talkRoutes,
} from '#features/posts/index.ts';
import {
  gateReferences,
  referenceData,
  referenceDeskRoutes,
  referenceRoutes,
} from '#features/references/index.ts';
import {
  findByKeyword,
  openSearchIndexes,
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
import { stockRoutes } from '#features/stocks/index.ts';
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
import { wireEvents } from './hearing.ts';
import { openPayments } from './payments.ts';
import { openSenders, type Senders } from './senders.ts';

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
  readonly market: MarketParts;
  readonly transfers: TransferParts;
  readonly identity: IdentityParts;
  readonly payments: PaymentParts;
  readonly notices: NoticeParts;
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
  setPasswordCost(config.passwordCost);
  const tenants = new Map<string, Tenant>(
    config.tenants.map(({ id }) => [id, { id, db: openDatabase(connectionString, id, config.databasePool) }]),
  );
  const [defaultTenant] = tenants.values();
  if (!defaultTenant) throw new Error('no tenant is configured');
  const events = createEventBus();
  const searchIndexes = openSearchIndexes(join(config.dataDir, 'search'));
  const settings = openSettings(config);
  wireEvents(events, settings);
  const contextOf = (tenant: Tenant, actor: Actor = visitor): Context => ({
    tenant,
    db: tenant.db,
    actor,
    events,
    log,
    now: () => new Date(),
  });
  const settingsOf = (tenant: Tenant) => settings(contextOf(tenant));
  const tradeOf = async (ctx: Context) => (await settings(ctx)).trade;
  const disk = openFileStore(config.dataDir);
  const files = openChosenFiles(disk, async (tenantId) => {
    const tenant = tenants.get(tenantId);
    return tenant ? (await settingsOf(tenant)).storage : null;
  });
  const senders = openSenders(settings);
  const identity = identityParts(config, files, settings, senders);
  const notices: NoticeParts = {
    settings,
    mail: senders.mail,
    serviceAccount: senders.serviceAccount,
    apiBase: config.apiBase,
    defaultTenantId: defaultTenant.id,
    ownAddress: config.ownAddress,
  };
  const payments = openPayments(config, settings, defaultTenant.id);
  const transfers: TransferParts = {
    folder: join(config.dataDir, 'transfers'),
    files,
    copyParts: (ctx, report) => copyParts({ connectionString, files }, ctx.tenant, report),
  };
  const uploadFolder = join(config.dataDir, 'uploads');
  const feeds: FeedParts = { files, fetching: { mayConnect: publicOr(config.feedNetworks) } };
  const market: MarketParts = {
    rulesOf: async (ctx) => (await settings(ctx)).contest,
    fetching: feeds.fetching,
  };
  const media = { files, uploadFolder, nameTargets: mediaTargets, fetching: feeds.fetching };
  const references = {
    settings,
    media,
    findOffers,
    salesOf: salesOfPieces,
    readOrders: readPieceOrders,
    readReaders,
  };
  const calls = [
    ...columnRoutes,
    ...columnDeskRoutes(countColumnPieces),
    ...authorRoutes,
    ...postRoutes(findByKeyword(searchIndexes), findOffers, markCopy(settings)),
    ...deskRoutes(findByKeyword(searchIndexes), findOffers, gateReferences(settings)),
    ...leakRoutes(settings),
    ...referenceRoutes(references),
    ...referenceDeskRoutes(references),
    ...auditRoutes,
    ...membershipRoutes,
    ...ledgerRoutes(tradeOf),
    ...orderRoutes({ trade: tradeOf, files }),
    ...orderDeskRoutes({ files }),
    ...paymentRoutes(payments),
    ...authorDeskRoutes,
    ...savedViewRoutes,
    ...talkRoutes,
    ...mediaRoutes(media),
    ...wordRoutes,
    ...reviewRoutes(settings),
    ...feedRoutes(feeds),
    ...commentRoutes(settings),
    ...commentDeskRoutes(settings),
    ...collectionRoutes,
    ...notificationRoutes(notices),
    ...identityRoutes(identity),
    ...entitlementRoutes,
    ...outboxRoutes(async (ctx) => (await readLoginOptions(ctx, identity)).outbox),
    ...frontpageRoutes,
    ...settingsRoutes(settings),
    ...settingDeskRoutes({ config, disk, payProbes: { wechat: tryWechatPay, alipay: tryAlipay } }),
    ...agreementDeskRoutes((body) => prepareBody({ body, format: 'html' })),
    ...stockRoutes,
    ...contestRoutes({ freshMs: async (ctx) => (await settings(ctx)).contest.freshSeconds * 1000 }),
    ...contestDeskRoutes,
    ...marketDeskRoutes(market),
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
    market,
    transfers,
    uploadFolder,
    identity,
    payments,
    notices,
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
  'contest-season': nameSeasons,
  author: async (ctx, ids) => new Map((await findAuthors(ctx.db, ids)).map(({ id, name }) => [id, name])),
};

function identityParts(
  config: Config,
  files: ChosenFiles,
  settings: Settings,
  { sms, mail }: Senders,
): IdentityParts {
  const { proofCost, apiBase } = config;
  return {
    sms,
    mail,
    files,
    settings,
    personalData: [
      ...grantData,
      ...sourceData,
      ...collectionData,
      ...commentData,
      ...noticeData,
      ...savedViewData,
      ...referenceData,
      ...knowData,
      ...orderData,
      ...withdrawalData,
      ...contestData,
    ],
    limits: config.sms.limits,
    proofCost,
    apiBase,
    nameSite: (ctx, trx, name) => nameSite(ctx, trx, config, name),
  };
}
