import { join } from 'node:path';
import { noteSearch } from '#features/analytics/index.ts';
import { findAuthors } from '#features/authors/index.ts';
import { readReaders } from '#features/collections/index.ts';
import { nameSeasons } from '#features/contest/index.ts';
import { nameAdverts } from '#features/frontpage/index.ts';
import { readLoginOptions } from '#features/identity/index.ts';
import { features } from '#features/index.ts';
import { markCopy } from '#features/leaks/index.ts';
import { findOffers, readPieceOrders, salesOfPieces } from '#features/orders/index.ts';
import { tryAlipay, tryWechatPay } from '#features/payments/index.ts';
import { countColumnPieces, findTitles, prepareBody } from '#features/posts/index.ts';
import { gateReferences } from '#features/references/index.ts';
import { findByKeyword, openSearchIndexes } from '#features/search/index.ts';
import { isMilestoneReached, nameSite } from '#features/settings/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import type { ServicesFor } from '#kernel/feature.ts';
import { publicOr } from '#kernel/fetch/addresses.ts';
import { scanByClamd } from '#kernel/http/scan-upload.ts';
import { type Permission, permissionGroups } from '#shared/permissions.ts';
import { copyParts } from './copy-parts.ts';
import type { Core } from './core.ts';
import { openPayments } from './payments.ts';
import { demoLoaded } from './prepare.ts';
import { openSenders } from './senders.ts';

type AnyFeature = (typeof features)[number];
/** What the worker adds, because it serves the pages that are scanned. */
type WorkerServices = 'scanPortal';

/**
 * What the features are made with: the parties outside, the operator's settings, and functions of higher features that
 * lower ones call. A feature that needs a new service fails to compile until it is here.
 */
export type Services = ReturnType<typeof createServices>;

export function createServices(core: Core) {
  const { config, connectionString, defaultTenant, settings, disk, files } = core;
  const searchIndexes = openSearchIndexes(core.searchFolder);
  const senders = openSenders(settings);
  const fetching = { mayConnect: publicOr(config.feedNetworks) };
  const uploadFolder = join(config.dataDir, 'uploads');
  const media = {
    files,
    /** Where large uploads lie until their call is over. */
    uploadFolder,
    fetching,
    // What uses files of the library, by name: the library is below them all.
    nameTargets: {
      advert: nameAdverts,
      post: (ctx: Context, ids: readonly string[]) => findTitles(ctx.db, ids),
      'contest-season': nameSeasons,
      author: async (ctx: Context, ids: readonly string[]) =>
        new Map((await findAuthors(ctx.db, ids)).map(({ id, name }) => [id, name])),
    },
  };
  const identity = {
    ...senders,
    files,
    settings,
    personalData: features.flatMap((feature) => feature.personalData ?? []),
    permissions: sortPermissions(features.flatMap((feature) => feature.permissions ?? [])),
    /** Codes a minute and a day for a number, and a day for an address. */
    limits: config.sms.limits,
    hasTokenQuery: config.hasTokenQuery,
    proofCost: config.proofCost,
    apiBase: config.apiBase,
    nameSite: (ctx: Context, trx: Trx, name: string) => nameSite(ctx, trx, config, name),
  };
  const services = {
    config,
    settings,
    disk,
    files,
    uploadFolder,
    scanUpload: scanByClamd(config.clamd),
    searchIndexes,
    media,
    identity,
    countPieces: countColumnPieces,
    findByKeyword: findByKeyword(searchIndexes),
    findOffers,
    markCopy: markCopy(settings),
    gateReferences: gateReferences(settings),
    noteSearch,
    sanitise: (body: string) => prepareBody({ body, format: 'html' }),
    payProbes: { wechat: tryWechatPay, alipay: tryAlipay },
    tradeRules: async (ctx: Context) => (await settings(ctx)).trade,
    isOutboxShown: async (ctx: Context) =>
      config.siteMode === 'demo' && (await readLoginOptions(ctx, identity)).outbox,
    isDemo: (ctx: Context) => isMilestoneReached(ctx, demoLoaded),
    feeds: { files, fetching },
    market: { rulesOf: async (ctx: Context) => (await settings(ctx)).contest, fetching },
    payments: openPayments(config, settings, defaultTenant.id),
    notices: {
      settings,
      mail: senders.mail,
      serviceAccount: senders.serviceAccount,
      apiBase: config.apiBase,
      defaultTenantId: defaultTenant.id,
      ownAddress: config.ownAddress,
    },
    references: {
      settings,
      media,
      findOffers,
      salesOf: salesOfPieces,
      readOrders: readPieceOrders,
      readReaders,
    },
    transfers: {
      /** Where their files lie, each tenant's in a folder of its own. */
      folder: join(config.dataDir, 'transfers'),
      files,
      copyParts: (ctx: Context, report: (line: string) => void) =>
        copyParts({ connectionString, files }, ctx.tenant, report),
    },
  };
  return services satisfies ServicesFor<AnyFeature, 'routes'> &
    Omit<ServicesFor<AnyFeature, 'jobs'>, WorkerServices>;
}

const sortPermissions = (permissions: readonly Permission[]): Permission[] =>
  permissionGroups.flatMap((group) =>
    permissions.filter((one) => one.group === group).sort((a, b) => a.order - b.order),
  );
