import { recordAction } from '#features/audit/index.ts';
import {
  type ColumnRow,
  findOffAddresses,
  listColumnRows,
  lockColumns,
  requireAllColumns,
  updatePositions,
  versionTokenOfOrder,
} from '#features/columns/index.ts';
import { offModules } from '#features/settings/index.ts';
import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Database } from '#kernel/context.ts';
import { writeSingleRow } from '#kernel/db/single-row.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { defaultMenu, hiddenListOrder, type MenuEntry, type SiteMenu } from '#shared/menu.ts';
import { describeLink, keepKnownLinks, presentLinks } from '../links/present-links.ts';
import { listPages, listPublished } from '../queries.ts';
import { type EditedMenu, type MenuItem, type StoredEntry, storedEntries } from './schema.ts';

/** The gap between neighbours leaves room for columns positioned by number. */
const orderStep = 10;

/**
 * Returns what the menu shows beside the columns: without hidden entries, links to pages that are not published or
 * switched off, and groups that have no links. Cached, because every page shows it.
 */
export const readMenu = cachedByTag(['columns', 'own-pages'], async (ctx): Promise<SiteMenu> => {
  const { db } = ctx;
  const entries = (await findMenu(db)).entries;
  const published = await listPublished(db);
  const off = await offModules(ctx);
  const isOff = await findOffAddresses(ctx);
  const placeOf = (kind: 'home' | 'contest') => {
    const { listOrder, isHidden } = entries.find((entry) => entry.kind === kind) ?? defaultMenu[kind];
    return { listOrder, isHidden };
  };
  const present = (entry: StoredEntry): MenuEntry[] => {
    if (entry.isHidden || entry.kind === 'home' || entry.kind === 'contest') return [];
    const { listOrder } = entry;
    if (entry.kind === 'link')
      return presentLinks([entry.link], published, isOff).map(({ name, href }) => ({
        title: name,
        listOrder,
        href,
        links: [],
      }));
    const links = presentLinks(entry.links, published, isOff);
    return links.length > 0 ? [{ title: entry.title, listOrder, href: '', links }] : [];
  };
  return {
    home: placeOf('home'),
    contest: placeOf('contest'),
    entries: entries.flatMap(present),
    ...(off.length > 0 && { off }),
  };
});

/** Returns the menu as staff edit it: columns of the first level that have a page, and the other entries, in order. */
export async function readEditedMenu({ db }: Context): Promise<EditedMenu> {
  const [columns, menu, pages] = await Promise.all([listColumnRows(db), findMenu(db), listPages(db)]);
  return {
    mark: markOf(columns, menu.version),
    items: toItems(columns, menu.entries),
    pages: pages.map(({ id, title, state }) => ({ id, title, isPublished: state === 'published' })),
  };
}

/**
 * Saves order and visibility of the entries, which readers see at once: columns get the listOrder of their place, and
 * those that are hidden leave the menu. Links to pages that were deleted are dropped.
 * @throws forbidden for staff who are limited to columns; conflict if menu or columns changed since `mark`; invalid if an entry is missing or doubled
 */
export async function saveMenu(
  ctx: Context,
  { mark, items }: { mark: string; items: MenuItem[] },
): Promise<boolean> {
  // Every place in the menu is one among the columns of others.
  requireAllColumns(ctx, '改动菜单');
  return inTransaction(ctx, async (trx) => {
    const columns = await lockColumns(trx);
    const menu = await findMenu(trx);
    if (markOf(columns, menu.version) !== mark)
      throw conflict('菜单或栏目刚被别人改过，请在最新的菜单上再改');
    const before = toItems(columns, menu.entries);
    refuseOtherItems(before, items);
    const orders = orderAll(columns, items);
    await updatePositions(
      trx,
      columns.map(({ id, parent_id, list_order, no_menu }) => ({
        id,
        parent_id,
        list_order: list_order === hiddenListOrder ? hiddenListOrder : (orders.get(id) ?? list_order),
        no_menu: items.find((item) => item.kind === 'column' && item.id === id)?.isHidden ?? no_menu,
      })),
    );
    const known = new Set((await listPages(trx)).map(({ id }) => id));
    const entries = items.flatMap((item, index): StoredEntry[] => {
      const kept = item.kind === 'column' ? undefined : withoutDeletedPages(item, known);
      return kept ? [{ ...kept, listOrder: orders.get(index) ?? 0 }] : [];
    });
    if (!(await writeSingleRow(trx, { table: 'menus', column: 'entries' }, menu.version, entries)))
      throw conflict('菜单刚被别人改过，请在最新的菜单上再改');
    await recordAction(ctx, trx, {
      action: 'menu.save',
      target: 'menu:1',
      before: { items: toAuditLines(before, columns) },
      after: { items: toAuditLines(items, columns) },
    });
    await purge(ctx, trx, ['columns', 'footer']);
    return true;
  });
}

type Menu = { version: number; entries: StoredEntry[] };

const defaultEntries: StoredEntry[] = (['home', 'contest'] as const).map((kind) => ({
  kind,
  ...defaultMenu[kind],
}));

async function findMenu(db: Database): Promise<Menu> {
  const row = await db.selectFrom('menus').select(['entries', 'version']).executeTakeFirst();
  return {
    version: row?.version ?? 0,
    entries: row?.entries ? storedEntries.parse(row.entries) : defaultEntries,
  };
}

const markOf = (columns: readonly ColumnRow[], version: number): string =>
  `${version}-${versionTokenOfOrder(columns)}`;

const isTopLevel = ({ parent_id, is_nav, is_auth }: ColumnRow): boolean =>
  parent_id === null && is_nav && is_auth;

function toItems(columns: readonly ColumnRow[], entries: readonly StoredEntry[]): MenuItem[] {
  const placed = [
    ...entries.map(({ listOrder, ...item }) => ({ listOrder, item: item as MenuItem })),
    ...columns.filter(isTopLevel).map(({ id, no_menu, list_order }) => ({
      listOrder: list_order,
      item: { kind: 'column' as const, id, isHidden: no_menu },
    })),
  ];
  return placed.toSorted((a, b) => b.listOrder - a.listOrder).map(({ item }) => item);
}

/** Refuses a list in which a column, 首页 or 股神争霸 is missing or doubled; they are hidden, not removed. */
function refuseOtherItems(before: readonly MenuItem[], items: readonly MenuItem[]): void {
  const keysOf = (list: readonly MenuItem[]) =>
    list.flatMap((item) => {
      if (item.kind === 'link' || item.kind === 'group') return [];
      return [item.kind === 'column' ? item.id : item.kind];
    });
  if (keysOf(before).toSorted().join() !== keysOf(items).toSorted().join())
    throw invalid('菜单里每个栏目、首页和股神争霸应各出现一次；不要的请隐藏', 'items');
}

/** Returns the listOrder of every column, by id, and of every item, by index. Columns outside the menu come last. */
function orderAll(columns: readonly ColumnRow[], items: readonly MenuItem[]): Map<string | number, number> {
  const childrenOf = (id: string) => columns.filter(({ parent_id }) => parent_id === id);
  const keys = items.flatMap((item, index): (string | number)[] =>
    item.kind === 'column' ? [item.id, ...childrenOf(item.id).map(({ id }) => id)] : [index],
  );
  const all = [...new Set([...keys, ...columns.map(({ id }) => id)])];
  return new Map(all.map((key, index) => [key, (all.length - index) * orderStep]));
}

function withoutDeletedPages<I extends MenuItem>(item: I, known: ReadonlySet<string>): I | undefined {
  if (item.kind === 'link') return keepKnownLinks([item.link], known).length > 0 ? item : undefined;
  return item.kind === 'group' ? { ...item, links: keepKnownLinks(item.links, known) } : item;
}

const toAuditLines = (items: readonly MenuItem[], columns: readonly ColumnRow[]): string[] =>
  items.map((item) => `${nameOf(item, columns)}${item.isHidden ? '（隐藏）' : ''}`);

function nameOf(item: MenuItem, columns: readonly ColumnRow[]): string {
  if (item.kind === 'column') return columns.find(({ id }) => id === item.id)?.name ?? '';
  if (item.kind === 'link') return describeLink(item.link);
  if (item.kind === 'group') return `${item.title}：${item.links.map(describeLink).join('、')}`;
  return item.kind === 'home' ? '首页' : '股神争霸';
}
