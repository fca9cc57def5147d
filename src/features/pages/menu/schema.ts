import { z } from 'zod';
import { fields, flag, idOf, requiredText } from '#kernel/http/bodies.ts';
import { maxMenuEntries, maxMenuLinks } from '#shared/menu.ts';
import { hasDoubledLinks, navLink } from '../links/schema.ts';

const kindOf = <const K extends string>(kind: K) => z.literal(kind).meta({ title: '类型' });
const isHidden = flag('隐藏');
const base = <const K extends string>(kind: K) => z.object({ kind: kindOf(kind), isHidden });

/** What the publisher adds: a link, or a group of links under a title. */
const link = base('link').extend({ link: navLink.meta({ title: '链接' }) });
const group = base('group').extend({
  title: requiredText('标题', 10),
  links: z
    .array(navLink, { error: '链接应为列表' })
    .max(maxMenuLinks, { error: `一组最多 ${maxMenuLinks} 个链接` })
    .refine((links) => !hasDoubledLinks(links), { error: '这一组里已经有这个链接' })
    .meta({ title: '链接' }),
});

const kindError = { error: '菜单项的类型不正确' };
const ownEntries = [base('home'), base('contest'), link, group] as const;

/** An entry that is no column, as stored, with its position among the columns. */
export const storedEntries = z.array(
  z.intersection(
    z.discriminatedUnion('kind', ownEntries, kindError),
    z.object({ listOrder: z.number().int() }),
  ),
);

const menuItem = z.discriminatedUnion(
  'kind',
  [...ownEntries, base('column').extend({ id: idOf('栏目编号') })],
  kindError,
);

/** The menu as staff edit it: its entries in order. */
export const editedMenu = z.object({
  /** What a save must send back. */
  mark: z.string(),
  items: z.array(menuItem),
  /** The own pages that a link can lead to. */
  pages: z.array(z.object({ id: z.string(), title: z.string(), isPublished: z.boolean() })),
});

const isAdded = ({ kind }: MenuItem): boolean => kind === 'link' || kind === 'group';

export const saveMenuInput = fields({
  mark: z
    .string({ error: '请提供打开时的标记' })
    .max(80, { error: '打开时的标记不正确' })
    .meta({ title: '打开时的标记' }),
  items: z
    .array(menuItem, { error: '菜单应为列表' })
    .max(1000, { error: '菜单项太多' })
    .refine((items) => items.filter(isAdded).length <= maxMenuEntries, {
      error: `最多添加 ${maxMenuEntries} 个链接和分组`,
    })
    .meta({ title: '菜单' }),
});

export type MenuItem = z.output<typeof menuItem>;
export type EditedMenu = z.infer<typeof editedMenu>;
export type StoredEntry = z.output<typeof storedEntries>[number];
