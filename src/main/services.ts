import { join } from 'node:path';
import { readReaders } from '#features/collections/index.ts';
import { readLoginOptions } from '#features/identity/index.ts';
import { features } from '#features/index.ts';
import { findOffers, readPostOrders, readPostSales } from '#features/orders/index.ts';
import { openGateways, type PaymentParts, probeAlipay, probeWechatPay } from '#features/payments/index.ts';
import { countColumnPosts, prepareBody } from '#features/posts/index.ts';
import { findByKeyword, openTenantIndexes } from '#features/search/index.ts';
import { demoLoaded, isMilestoneReached, nameSite, type Settings } from '#features/settings/index.ts';
import type { Config } from '#kernel/config.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { type Extensions, type FindNames, provide, type ServicesFor } from '#kernel/feature.ts';
import { publicOr } from '#kernel/fetch/addresses.ts';
import { scanByClamd } from '#kernel/http/scan-upload.ts';
import { isLocalAddress } from '#kernel/http/server.ts';
import { type Permission, permissionGroups } from '#shared/permissions.ts';
import { detailPath } from '#shared/site-paths.ts';
import { requestRestart } from './as-child.ts';
import { copyParts } from './copy-parts.ts';
import { type Core, contextsOf } from './core.ts';
import { createRouteNamer } from './name-routes.ts';
import { openColumns } from './outgoing/open-columns.ts';
import { openSenders } from './senders.ts';
import { readRoutes } from './site-routes.ts';

type AnyFeature = (typeof features)[number];
/** The service that the worker adds, because it scans the pages that the web processes serve. */
type WorkerServices = 'scanPortal';

/**
 * The services that features are created with: external providers, the operator's settings, and functions of higher
 * features that lower ones call. A feature that needs a new service does not compile until the service is here.
 */
export type Services = ReturnType<typeof createServices>;

export function createServices(core: Core) {
  const { config, connectionString, defaultTenant, settings, disk, files } = core;
  const searchIndexes = openTenantIndexes(core.config.searchPlace);
  const senders = openSenders(settings);
  const fetching = { mayConnect: publicOr(config.feedNetworks) };
  const uploadFolder = join(config.dataDir, 'uploads');
  const nameRoutes = createRouteNamer(config);
  const media = {
    files,
    /** The folder of large uploads until their call ends. */
    uploadFolder,
    fetching,
    // Finds what uses a file of the library, by name: the library is below all of those features.
    nameTargets: Object.assign({}, ...features.map(({ names }) => names)) as Record<string, FindNames>,
  };
  const identity = {
    ...senders,
    files,
    fetching,
    settings,
    personalData: features.flatMap((feature) => feature.personalData ?? []),
    permissions: sortPermissions(features.flatMap((feature) => feature.permissions ?? [])),
    /** Limits of verification codes per minute and per day for a number, and per day for an IP address. */
    limits: config.sms.limits,
    hasTokenQuery: config.hasTokenQuery,
    proofCost: config.proofCost,
    apiBase: config.apiBase,
    nameSite: (ctx: Context, trx: Trx, name: string) => nameSite(ctx, trx, config, name),
  };
  // What the features provide once the services are complete; until then none of these functions runs.
  const extensions: Partial<Extensions> = {};
  const watermarkCopy: Extensions['watermarkCopy'] = async (ctx, post) =>
    (await extensions.watermarkCopy?.(ctx, post)) ?? null;
  const services = {
    config,
    settings,
    disk,
    files,
    uploadFolder,
    scanUpload: scanByClamd(config.clamd),
    searchIndexes,
    findOtherBuild: async (path: string) =>
      (await import('#scale/builds/site-builds.ts')).otherBuildsOf(defaultTenant).find(path),
    media,
    identity,
    nameRoutes,
    countColumnPosts: countColumnPosts,
    findByKeyword: findByKeyword(searchIndexes),
    findOffers,
    extensions,
    pagePath,
    watermarkCopy,
    gateReferences: async (...submitted: Parameters<Extensions['gateReferences']>) =>
      extensions.gateReferences?.(...submitted),
    noteSearch: (...search: Parameters<Extensions['noteSearch']>) => extensions.noteSearch?.(...search),
    countSentBack: async (ctx: Context) => (await extensions.countSentBack?.(ctx)) ?? 0,
    requestRestart,
    allTenants: () => contextsOf(core),
    sanitise: (body: string) => prepareBody({ body, format: 'html' }),
    payProbes: { wechat: probeWechatPay, alipay: probeAlipay },
    tradeRules: async (ctx: Context) => (await settings(ctx)).trade,
    isOutboxShown: async (ctx: Context) =>
      config.siteMode === 'demo' && (await readLoginOptions(ctx, identity)).outbox,
    hasPublicAddress: async () => {
      const hosts = config.tenants.flatMap((tenant) => tenant.hosts.map((host) => `http://${host}`));
      const saved = await Promise.all(contextsOf(core).map(async (ctx) => (await settings(ctx)).site.url));
      return ![config.siteUrl, ...hosts, ...saved].every(isLocalAddress);
    },
    isDemo: (ctx: Context) => isMilestoneReached(ctx, demoLoaded),
    feeds: { files, fetching },
    webhooks: { fetching },
    engines: {
      settings,
      fetching,
      openColumnIds: async (ctx: Context) => openColumns(await readRoutes(ctx)),
    },
    cdn: {
      cdn: config.cdn,
      settings,
      hostsOf: ({ tenant }: Context) => config.tenants.find(({ id }) => id === tenant.id)?.hosts ?? [],
    },
    market: { rulesOf: async (ctx: Context) => (await settings(ctx)).contest, fetching },
    payments: openPayments(config, settings, defaultTenant.id),
    notices: {
      settings,
      mail: senders.mail,
      serviceAccount: senders.serviceAccount,
      apiBase: config.apiBase,
      defaultTenantId: defaultTenant.id,
      fallbackSiteUrl: config.ownAddress,
    },
    letters: {
      settings,
      mail: senders.mail,
      watermarkCopy,
      apiBase: config.apiBase,
      defaultTenantId: defaultTenant.id,
      fallbackSiteUrl: config.ownAddress,
    },
    officialAccount: {
      settings,
      serviceAccount: senders.serviceAccount,
      files,
      share: {
        pagePath,
        drawCard: async (...drawn: Parameters<Extensions['drawCard']>) =>
          (await extensions.drawCard?.(...drawn)) ?? null,
        drawCode: async (address: string) => (await extensions.drawCode?.(address)) ?? null,
      },
    },
    references: {
      settings,
      media,
      findOffers,
      readSales: readPostSales,
      readOrders: readPostOrders,
      readReaders,
    },
    transfers: {
      /** The folder of their files, with a subfolder per tenant. */
      folder: join(config.dataDir, 'transfers'),
      files,
      media,
      extensions,
      backups: { target: config.backupTarget, settings },
      copyParts: (ctx: Context, report: (line: string) => void) =>
        copyParts({ connectionString, files }, ctx.tenant, report),
    },
  };
  const complete = services satisfies ServicesFor<AnyFeature, 'routes'> &
    ServicesFor<AnyFeature, 'extensions'> &
    Omit<ServicesFor<AnyFeature, 'jobs'>, WorkerServices>;
  for (const feature of features)
    Object.assign(extensions, provide<typeof services, Partial<Extensions>>(feature.extensions, complete));
  return complete;
}

const sortPermissions = (permissions: readonly Permission[]): Permission[] =>
  permissionGroups.flatMap((group) =>
    permissions.filter((one) => one.group === group).sort((a, b) => a.order - b.order),
  );

/**
 * Returns the path under which a post is shared: a guarded view is shared as the page that shows at least the teaser to
 * everyone (docs/product.md §13).
 */
async function pagePath(ctx: Context, { columnId, id }: { columnId: string; id: string }): Promise<string> {
  const routes = await readRoutes(ctx);
  const route = routes.find((one) => one.id === columnId);
  const isOpen = route && !route.meta.auth && route.children.every(({ meta }) => !meta.auth);
  return isOpen ? detailPath(columnId, id) : `/mobileDetail?id=${id}`;
}

/** Opens the payment services, with gateways according to the current settings. */
function openPayments({ pay, apiBase }: Config, settings: Settings, defaultTenant: string): PaymentParts {
  const gatewaysOf = openGateways();
  return {
    gateways: async (ctx) => gatewaysOf((await settings(ctx)).pay),
    origin: async (ctx) => (await settings(ctx)).site.url ?? pay.origin,
    apiBase,
    defaultTenant,
    async wechatAppId(ctx) {
      const { wechat } = (await settings(ctx)).pay;
      return wechat?.appSecret ? wechat.appId : null;
    },
  };
}
