import { z } from 'zod';
import { fields, whole } from '#kernel/http/bodies.ts';
import { id } from '#kernel/http/inputs.ts';
import { cleanText, isBlank } from '#shared/clean-text.ts';
import { isId } from '#shared/ids.ts';
import { columnFields } from '../schema.ts';

const text = (name: string, label: string, most: number) =>
  z
    .string({ error: `${label}（${name}）应为文字` })
    .overwrite(cleanText)
    .trim()
    .max(most, { error: `${label}（${name}）最多 ${most} 个字` });
const flag = (name: string, label: string) =>
  z
    .union([z.literal(0), z.literal(1)], { error: `${label}（${name}）应为 0 或 1` })
    .transform((value) => value === 1);
const parentId = z
  .string({ error: '上级栏目（parentId）应为栏目编号，或空为顶层' })
  .refine(isId, { error: '上级栏目（parentId）不正确，应为数字编号' })
  .nullable();
const kind = z.enum(['news', 'article', 'reference'], {
  error: '类型（kind）应为 news、article 或 reference',
});
const mark = z.string({ error: '请提供打开时的标记（mark）' }).max(64, { error: '标记（mark）不正确' });

/** All a publisher decides about a column (seed §3, PRODUCT §4); kind is fixed once it is made. */
const columnInput = {
  columnName: text('columnName', '栏目名', 20).refine((name) => !isBlank(name), {
    error: '栏目名（columnName）不能为空',
  }),
  description: text('description', '栏目说明', 200),
  access: z.enum(['public', 'member', 'vip', 'paid'], {
    error: '可见范围（access）应为 public、member、vip 或 paid',
  }),
  parentId,
  // Below this the contest stands (listOrder 0), above it what the seed hides (999999999).
  listOrder: whole('listOrder', '排序', -999_999, 999_999),
  isNav: flag('isNav', '对读者开放'),
  isAuth: flag('isAuth', '建立页面'),
  loginAuth: flag('loginAuth', '登录后可看'),
  noMenu: flag('noMenu', '不进菜单'),
  menuType: whole('menuType', '菜单类型', 0, 99),
  codePath: z
    .number({ error: '栏目编码（codePath）应为整数或空' })
    .int({ error: '栏目编码（codePath）应为整数或空' })
    .nullable(),
  icon: text('icon', '图标', 40).regex(/^[a-z0-9-]*$/, {
    error: '图标（icon）不正确，应为小写字母、数字和连字符',
  }),
  keepAlive: flag('keepAlive', '保留位置'),
  breadShow: flag('breadShow', '显示面包屑'),
  hideChild: flag('hideChild', '不显示下级'),
};

/** What is left out is what a reader's open column has. */
export const createInput = fields({
  ...columnInput,
  kind: kind.default('article'),
  description: columnInput.description.default(''),
  access: columnInput.access.default('public'),
  parentId: parentId.default(null),
  listOrder: columnInput.listOrder.optional(),
  isNav: columnInput.isNav.prefault(1),
  isAuth: columnInput.isAuth.prefault(1),
  loginAuth: columnInput.loginAuth.prefault(0),
  noMenu: columnInput.noMenu.prefault(0),
  menuType: columnInput.menuType.default(1),
  codePath: columnInput.codePath.default(null),
  icon: columnInput.icon.default(''),
  keepAlive: columnInput.keepAlive.prefault(1),
  breadShow: columnInput.breadShow.prefault(1),
  hideChild: columnInput.hideChild.prefault(0),
});

/** `mark` is the tree's of the column as it was opened: another one means that somebody saved meanwhile. */
export const saveInput = fields({
  id: id('id', '栏目编号'),
  mark,
  kind: kind.optional(),
  ...columnInput,
  codePath: columnInput.codePath.optional(),
});

/** The whole order at once: every column, the first in the menu first, each under its parent. */
export const arrangeInput = fields({
  mark,
  columns: z
    .array(z.object({ id: id('id', '栏目编号'), parentId }, { error: '每个栏目（columns）应为编号和上级' }), {
      error: '请提供全部栏目的次序（columns）',
    })
    .max(1000, { error: '栏目（columns）最多 1000 个' }),
});

export const deleteInput = fields({
  id: id('id', '栏目编号'),
  moveTo: z
    .string({ error: '移入栏目（moveTo）应为栏目编号' })
    .refine(isId, { error: '移入栏目（moveTo）不正确，应为数字编号' })
    .optional(),
});

const count = z.number().int();
/** A column as the desk sees it: with what it holds, and the mark that a save has to bring back. */
export const deskColumn = columnFields.extend({
  access: z.enum(['public', 'member', 'vip', 'paid']),
  isBuiltIn: z.boolean(),
  pieces: z.object({ draft: count, scheduled: count, published: count, withdrawn: count }),
  mark: z.string(),
});
/** All columns by listOrder descending; the outer `mark` is that of their order, for `arrange`. */
export const tree = z.object({ mark: z.string(), columns: z.array(deskColumn) });
export const made = z.object({ id: z.string() });
export const moved = z.object({ moved: count });

export type DeskColumn = z.infer<typeof deskColumn>;
