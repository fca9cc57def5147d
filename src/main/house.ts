import { join } from 'node:path';
import { pino } from 'pino';
import { auditRoutes } from '#features/audit/index.ts';
import { authorRoutes } from '#features/authors/index.ts';
import {
  collectionData,
  collectionRoutes,
  forgetMemberCollections,
  noteReadings,
} from '#features/collections/index.ts';
import { columnRoutes } from '#features/columns/index.ts';
import { grantData } from '#features/entitlements/index.ts';
import { frontpageRoutes } from '#features/frontpage/index.ts';
import { type IdentityParts, identityRoutes, resolveActor } from '#features/identity/index.ts';
import { ledgerRoutes, withdrawalData } from '#features/ledger/index.ts';
import { membershipRoutes } from '#features/memberships/index.ts';
import {
  forgetMemberNotices,
  noticeData,
  notificationRoutes,
  queueFollowers,
  tellTradeNews,
} from '#features/notifications/index.ts';
import {
  closeOrdersOf,
  findOffers,
  orderData,
  orderDeskRoutes,
  orderRoutes,
} from '#features/orders/index.ts';
import { outboxMail, outboxRoutes, outboxSms } from '#features/outbox/index.ts';
import { followOrder, openGateways, type PaymentParts, paymentRoutes } from '#features/payments/index.ts';
import { deskRoutes, followColumnAccess, postRoutes } from '#features/posts/index.ts';
import {
  findByKeyword,
  openSearchIndexes,
  queueForIndex,
  type SearchIndexes,
  searchRoutes,
} from '#features/search/index.ts';
import { settingsRoutes } from '#features/settings/index.ts';
import { type Actor, visitor } from '#kernel/actor.ts';
import type { Config } from '#kernel/config.ts';
import type { Context, EventBus, Tenant } from '#kernel/context.ts';
import { openDatabase } from '#kernel/db/pool.ts';
import { createEventBus } from '#kernel/event-bus.ts';
import type { Call } from '#kernel/http/calls.ts';
import { smtpMail } from '#kernel/mail/smtp.ts';
import { aliyunSms } from '#kernel/sms/aliyun.ts';
import { type FileStore, openFileStore } from '#kernel/storage/files.ts';

/** The whole house, put together: what every process of the portal is made of. */
export type House = {
  readonly config: Config;
  readonly connectionString: string;
  readonly tenants: ReadonlyMap<string, Tenant>;
  readonly defaultTenant: Tenant;
  readonly events: EventBus;
  readonly calls: readonly Call[];
  readonly files: FileStore;
  /** Where large uploads lie until their call is over. */
  readonly uploadFolder: string;
  readonly identity: IdentityParts;
  readonly payments: PaymentParts;
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
  const searchIndexes = openSearchIndexes(join(config.dataDir, 'search'));
  events.on('posts.changed', queueForIndex);
  events.on('posts.viewed', noteReadings);
  events.on('posts.published', queueFollowers);
  events.on('member.deleted', forgetMemberCollections);
  events.on('member.deleted', forgetMemberNotices);
  events.on('member.deleted', closeOrdersOf);
  tellTradeNews(events);
  events.on('order.paid', followOrder);
  events.on('order.closed', followOrder);
  const files = openFileStore(config.dataDir);
  const identity = identityParts(config, files);
  const payments = paymentParts(config, defaultTenant);
  const calls = [
    ...columnRoutes,
    ...authorRoutes,
    ...postRoutes(findByKeyword(searchIndexes), findOffers),
    ...deskRoutes(findByKeyword(searchIndexes), findOffers),
    ...auditRoutes,
    ...membershipRoutes,
    ...ledgerRoutes(config.trade),
    ...orderRoutes({ trade: config.trade, files }),
    ...orderDeskRoutes({ files }),
    ...paymentRoutes(payments),
    ...collectionRoutes,
    ...notificationRoutes,
    ...identityRoutes(identity),
    ...outboxRoutes(identity.hasOutbox),
    ...frontpageRoutes,
    ...settingsRoutes,
    ...searchRoutes(searchIndexes),
  ];
  return {
    config,
    connectionString,
    tenants,
    defaultTenant,
    events,
    calls,
    files,
    uploadFolder: join(config.dataDir, 'uploads'),
    identity,
    payments,
    resolveActor: (tenant, token) => resolveActor(tenant, token, undefined, identity),
    searchIndexes,
    log,
    contextOf: (tenant, actor = visitor) => ({
      tenant,
      db: tenant.db,
      actor,
      events,
      log,
      now: () => new Date(),
    }),
    async close() {
      searchIndexes.close();
      for (const { db } of tenants.values()) await db.destroy();
    },
  };
}

/** The parties outside, as the settings name them; in the embedded default messages go to the outbox. */
function identityParts(config: Config, files: FileStore): IdentityParts {
  const { sms, mail, wechat, staffTotp, proofCost, apiBase, siteUrl, site } = config;
  return {
    sms: sms.aliyun ? aliyunSms(sms.aliyun) : outboxSms(site.name),
    mail: mail ? smtpMail(mail) : outboxMail,
    wechat,
    files,
    personalData: [...grantData, ...orderData, ...withdrawalData, ...collectionData, ...noticeData],
    siteName: site.name,
    staffTotp,
    limits: sms.limits,
    proofCost,
    apiBase,
    siteUrl,
    hasOutbox: !sms.aliyun || !mail,
  };
}

function paymentParts({ pay, apiBase }: Config, { id }: Tenant): PaymentParts {
  const wechatAppId = pay.wechat?.appSecret ? pay.wechat.appId : null;
  return { gateways: openGateways(pay), origin: pay.origin, apiBase, defaultTenant: id, wechatAppId };
}
