import { randomInt } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { defineAuthors } from '#features/authors/index.ts';
import { addDemoCollections } from '#features/collections/index.ts';
import { defineColumns } from '#features/columns/index.ts';
import { addDemoComments } from '#features/comments/index.ts';
import { giveVip } from '#features/entitlements/index.ts';
import { addAdverts, readAdverts } from '#features/frontpage/index.ts';
import { addDemoReaders, addMember } from '#features/identity/index.ts';
import { features } from '#features/index.ts';
import { addFirstPlans } from '#features/memberships/index.ts';
import { addDemoSales, recordDemoTrades } from '#features/payments/index.ts';
import { addDemoViews, allImportRights, importPosts, renderMarkdown } from '#features/posts/index.ts';
import { publishAgreement } from '#features/settings/index.ts';
import { importStocks } from '#features/stocks/index.ts';
import type { Context } from '#kernel/context.ts';
import { readText } from '#kernel/storage/decode.ts';
import { dayMs } from '#shared/dates.ts';
import type { Core } from './core.ts';

const demoFolder = fileURLToPath(new URL('../../db/seeds/demo', import.meta.url));

/** `period` is the run time as day offsets from the day of loading (`-20d`, `+40d`); null means always. */
type AdvertSeed = {
  position: number;
  title: string;
  image?: string;
  href?: string;
  weight?: number;
  period?: { from: string; to: string } | null;
};

/**
 * Loads the demo edition (db/seeds/demo) into an empty portal, with publication dates relative to now and a month of
 * readers, and creates four accounts to log in with.
 * @returns the accounts with their passwords, which are stored only as hashes and must be shown once
 */
export async function loadDemo(core: Core, { now, ...rest }: Context): Promise<string[]> {
  const start = now();
  const ctx = { ...rest, now: () => start };
  const folder = await mkdtemp(join(tmpdir(), 'guanlan-demo-'));
  try {
    await cp(demoFolder, folder, { recursive: true });
    await datePosts(join(folder, 'posts'), ctx.now());
    await defineColumns(ctx, await readJson(folder, 'columns.json'));
    await defineAuthors(ctx, await readJson(folder, 'authors.json'));
    await importStocks(ctx, readText(join(folder, 'stocks.csv')));
    const faults: string[] = [];
    await importPosts(ctx, {
      path: join(folder, 'posts'),
      root: folder,
      rights: allImportRights,
      files: core.files,
      report: (line) => faults.push(line),
    });
    if (faults.length > 0) throw new Error(`the demo edition is damaged:\n${faults.join('\n')}`);
    if ((await readAdverts(ctx, 1)).length === 0)
      await addAdverts(
        ctx,
        await Promise.all(
          (await readJson<AdvertSeed[]>(folder, 'adverts.json')).map((advert) =>
            toAdvert(core, ctx, folder, advert),
          ),
        ),
      );
    await addFirstPlans(ctx, await readJson(folder, 'plans.json'));
    for (const kind of ['agreement', 'privacy']) await publishDemoAgreement(ctx, folder, kind);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const { lines, staffId } = await addDemoAccounts(ctx);
  await addDemoMonth(core, ctx, staffId);
  return lines;
}

async function addDemoAccounts(ctx: Context): Promise<{ lines: string[]; staffId: string }> {
  const people = [
    { title: '会员', mobile: '13800000001', name: '演示会员' },
    { title: 'VIP ', mobile: '13800000002', name: '演示 VIP', vipDays: 365 },
    { title: '管理员', mobile: '13800000003', name: '演示管理员', role: 'admin' },
    { title: '作者', mobile: '13800000004', name: '阿蘅', writesAs: '阿蘅' },
    { mobile: '13800000005', name: '夜班船', writesAs: '夜班船' },
  ];
  const lines = ['演示账号（密码只显示这一次）：'];
  let staffId = '';
  for (const { title, vipDays, writesAs, ...person } of people) {
    const password = newPassword();
    const id = await addMember(ctx, { ...person, password });
    if (person.role) staffId = id;
    if (vipDays) await giveVip(ctx, id, vipDays, 'demo');
    if (writesAs) await defineAuthors(ctx, [{ name: writesAs, member_id: id }]);
    if (title) lines.push(`  ${title}  手机号 ${person.mobile}  密码 ${password}`);
  }
  return { lines, staffId };
}

/**
 * Adds thirty days of readers up to now, with what they read, follow, write and buy. The numbers follow from the start
 * date: only those of orders and trades are random. `staffId` is the administrator who refunds.
 */
async function addDemoMonth(core: Core, ctx: Context, staffId: string): Promise<void> {
  const readers = await addDemoReaders(ctx);
  const posts = await addDemoViews(ctx);
  for (const { addDemo } of features) await addDemo?.(ctx, { posts, readers });
  await addDemoCollections(ctx, { posts, readers });
  const { trade } = await core.settings(ctx);
  const trades = await addDemoSales(ctx, trade, { readers, staffId });
  recordDemoTrades(join(core.config.dataDir, 'pay-sandbox'), trades);
  await addDemoComments(ctx, { posts, readers });
}

// Omits 0 O 1 l I, which look alike in a terminal.
const passwordAlphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const newPassword = (): string =>
  Array.from({ length: 12 }, () => passwordAlphabet[randomInt(passwordAlphabet.length)]).join('');

/**
 * Replaces `publishedAt: -3d4h` by the time that long before `now`. The times are a few seconds apart, so that the
 * order is deterministic.
 */
async function datePosts(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const text = await readFile(file, 'utf8');
    const dated = text.replace(
      /^publishedAt: *["']?-(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?["']? *$/m,
      (_, days = 0, hours = 0, minutes = 0) => {
        const agoMs = Number(days) * dayMs + Number(hours) * 3_600_000 + Number(minutes) * 60_000;
        return `publishedAt: ${new Date(now.getTime() - agoMs).toISOString()}`;
      },
    );
    await writeFile(file, dated);
  }
}

async function publishDemoAgreement(ctx: Context, folder: string, kind: string): Promise<void> {
  const text = await readFile(join(folder, `${kind}.md`), 'utf8');
  const [, frontMatter = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const { title, version } = parse(frontMatter) as { title: string; version: string | number };
  const effectiveAt = new Date(ctx.now().getTime() - 60_000);
  await publishAgreement(ctx, {
    kind,
    title,
    version: String(version),
    body: await renderMarkdown(body),
    effective_at: effectiveAt,
  });
}

async function toAdvert(core: Core, ctx: Context, folder: string, advert: AdvertSeed) {
  const { position, title, href = '', weight = 0, period } = advert;
  const days = (offset: string) => new Date(ctx.now().getTime() + Number.parseInt(offset, 10) * dayMs);
  const image = advert.image
    ? await core.files.save(ctx.tenant.id, await readFile(join(folder, advert.image)), advert.image)
    : null;
  return {
    position,
    title,
    image,
    href,
    weight,
    starts_at: period ? days(period.from) : ctx.now(),
    ends_at: period ? days(period.to) : null,
  };
}

const readJson = async <T>(folder: string, name: string): Promise<T> =>
  JSON.parse(await readFile(join(folder, name), 'utf8')) as T;
