import { randomInt } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { defineAuthors } from '#features/authors/index.ts';
import { defineColumns } from '#features/columns/index.ts';
import { giveVip } from '#features/entitlements/index.ts';
import { addAdverts, readAdverts } from '#features/frontpage/index.ts';
import { addMember } from '#features/identity/index.ts';
import { addFirstPlans } from '#features/memberships/index.ts';
import { enterViews, importPosts, listNewest, renderMarkdown } from '#features/posts/index.ts';
import { publishAgreement } from '#features/settings/index.ts';
import { importStocks } from '#features/stocks/index.ts';
import type { Context } from '#kernel/context.ts';
import { dayMs } from '#shared/dates.ts';
import type { Core } from './core.ts';

const story = fileURLToPath(new URL('../../db/seeds/demo', import.meta.url));

/** `period`: when it runs, as offsets in days from the day of loading (`-20d`, `+40d`); null for always. */
type AdvertSeed = {
  position: number;
  title: string;
  image?: string;
  href?: string;
  weight?: number;
  period?: { from: string; to: string } | null;
};

/**
 * Loads the demo edition (db/seeds/demo) into an empty portal, dated as if it had been published just now, and
 * makes four people to log in as.
 * @returns the log-ins, with passwords nobody else knows: to be shown once
 */
export async function loadDemo(core: Core, ctx: Context): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guanlan-demo-'));
  try {
    await cp(story, folder, { recursive: true });
    await datePosts(join(folder, 'posts'), ctx.now());
    const nobody = () => undefined;
    await defineColumns(ctx, await readJson(folder, 'columns.json'));
    await defineAuthors(ctx, await readJson(folder, 'authors.json'));
    await importStocks(ctx, join(folder, 'stocks.csv'), nobody);
    const faults: string[] = [];
    await importPosts(ctx, {
      path: join(folder, 'posts'),
      root: folder,
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
    for (const kind of ['agreement', 'privacy']) await publishText(ctx, folder, kind);
    await readDemo(ctx);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return addPeople(ctx);
}

async function addPeople(ctx: Context): Promise<string[]> {
  const people = [
    { title: '会员', mobile: '13800000001', name: '演示会员' },
    { title: 'VIP ', mobile: '13800000002', name: '演示 VIP', vipDays: 365 },
    { title: '管理员', mobile: '13800000003', name: '演示管理员', role: 'admin' },
    { title: '作者', mobile: '13800000004', name: '阿蘅', writesAs: '阿蘅' },
    { mobile: '13800000005', name: '夜班船', writesAs: '夜班船' },
  ];
  const lines = ['演示账号（密码只显示这一次）：'];
  for (const { title, vipDays, writesAs, ...person } of people) {
    const password = newPassword();
    const id = await addMember(ctx, { ...person, password });
    if (vipDays) await giveVip(ctx, id, vipDays, 'demo');
    if (writesAs) await defineAuthors(ctx, [{ name: writesAs, member_id: id }]);
    if (title) lines.push(`  ${title}  手机号 ${person.mobile}  密码 ${password}`);
  }
  return lines;
}

/**
 * A paper nobody has read has no rankings to show: the demo's readers of the last month. Longer and newer
 * pieces, and those behind the wall, have more of them; the same edition always has the same.
 */
async function readDemo(ctx: Context): Promise<void> {
  const now = ctx.now().getTime();
  for (const days of [0.1, 1.5, 4, 11, 22]) {
    const at = new Date(now - days * dayMs);
    const views = new Map<string, number>();
    for (const kind of ['news', 'article', 'reference'] as const)
      for (const piece of await listNewest(ctx, { kind, to: at }, 100)) {
        const ageDays = (at.getTime() - Date.parse(piece.publishedAt)) / dayMs;
        const weight =
          Math.sqrt(piece.wordCount) * (piece.access === 'public' ? 1 : 1.6) * (piece.important ? 2 : 1);
        views.set(piece.id, Math.ceil((weight * 90) / (1 + ageDays) + (([...piece.title].length * 7) % 40)));
      }
    await enterViews(ctx, views, at);
  }
}

// Without 0 O 1 l I, which nobody can copy from a terminal by eye.
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
const newPassword = (): string =>
  Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');

/** `publishedAt: -3d4h` → the moment that long before `now`; a few seconds apart, so that order is certain. */
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

async function publishText(ctx: Context, folder: string, kind: string): Promise<void> {
  const text = await readFile(join(folder, `${kind}.md`), 'utf8');
  const [, matter = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const { title, version } = parse(matter) as { title: string; version: string | number };
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
    ? await core.files.keep(ctx.tenant.id, await readFile(join(folder, advert.image)), advert.image)
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
