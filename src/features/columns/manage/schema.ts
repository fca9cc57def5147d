import { z } from 'zod';
import { fields, whole } from '#kernel/http/bodies.ts';
import { id } from '#kernel/http/inputs.ts';
import { cleanText, isBlank } from '#shared/clean-text.ts';
import { isId } from '#shared/ids.ts';
import { columnFields } from '../schema.ts';

const text = (label: string, max: number) =>
  z
    .string({ error: `${label}应为文字` })
    .overwrite(cleanText)
    .trim()
    .max(max, { error: `${label}最多 ${max} 个字` })
    .meta({ title: label });
const flag = (label: string) =>
  z
    .union([z.literal(0), z.literal(1)], { error: `${label}应为 0 或 1` })
    .transform((value) => value === 1)
    .meta({ title: label });
const parentId = z
  .string({ error: '上级栏目应为栏目编号，或空为顶层' })
  .refine(isId, { error: '上级栏目不正确，应为数字编号' })
  .nullable()
  .meta({ title: '上级栏目' });
const kind = z
  .enum(['news', 'article', 'reference'], {
    error: '类型应为 news、article 或 reference',
  })
  .meta({ title: '类型' });
const mark = z
  .string({ error: '请提供打开时的标记' })
  .max(64, { error: '打开时的标记不正确' })
  .meta({ title: '打开时的标记' });

/** Everything a publisher decides about a column (docs/product.md §3, §14); the kind is fixed after creation. */
const columnInput = {
  columnName: text('栏目名', 20).refine((name) => !isBlank(name), {
    error: '栏目名不能为空',
  }),
  description: text('栏目说明', 200),
  access: z
    .enum(['public', 'member', 'vip', 'paid'], {
      error: '可见范围应为 public、member、vip 或 paid',
    })
    .meta({ title: '可见范围' }),
  parentId,
  // Negative values sort below the contest's entry (listOrder 0); 999999999, outside this range, hides an entry.
  listOrder: whole('排序', -999_999, 999_999),
  isNav: flag('对读者开放'),
  isAuth: flag('建立页面'),
  loginAuth: flag('登录后可看'),
  noMenu: flag('不进菜单'),
  menuType: whole('菜单类型', 0, 99),
  codePath: z
    .number({ error: '栏目编码应为整数或空' })
    .int({ error: '栏目编码应为整数或空' })
    .nullable()
    .meta({ title: '栏目编码' }),
  icon: text('图标', 40).regex(/^[a-z0-9-]*$/, {
    error: '图标不正确，应为小写字母、数字和连字符',
  }),
  keepAlive: flag('保留位置'),
  breadShow: flag('显示面包屑'),
  hideChild: flag('不显示下级'),
};

/** The defaults are those of a column open to all readers. */
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

/** `mark` is the version token of the column as it was opened; if it differs, another member saved meanwhile. */
export const saveInput = fields({
  id: id('栏目编号'),
  mark,
  kind: kind.optional(),
  ...columnInput,
  codePath: columnInput.codePath.optional(),
});

/** The whole order at once: every column in menu order, each with its parent. */
export const arrangeInput = fields({
  mark,
  columns: z
    .array(z.object({ id: id('栏目编号'), parentId }, { error: '每个栏目应为编号和上级' }), {
      error: '请提供全部栏目的次序',
    })
    .max(1000, { error: '栏目最多 1000 个' })
    .meta({ title: '栏目' }),
});

export const deleteInput = fields({
  id: id('栏目编号'),
  moveTo: z
    .string({ error: '移入栏目应为栏目编号' })
    .refine(isId, { error: '移入栏目不正确，应为数字编号' })
    .optional()
    .meta({ title: '移入栏目' }),
});

const count = z.number().int();
/** A column in the back office, with its post counts and the version token that a save must send back. */
export const adminColumn = columnFields.extend({
  access: z.enum(['public', 'member', 'vip', 'paid']),
  isBuiltIn: z.boolean(),
  pieces: z.object({ draft: count, scheduled: count, published: count, withdrawn: count }),
  mark: z.string(),
});
/** All columns by listOrder descending; the outer `mark` is the version token of their order, for `arrange`. */
export const tree = z.object({ mark: z.string(), columns: z.array(adminColumn) });
export const created = z.object({ id: z.string() });
export const moved = z.object({ moved: count });

export type AdminColumn = z.infer<typeof adminColumn>;
