import { z } from 'zod';
import { id } from '#kernel/http/inputs.ts';
import { isId } from '#shared/ids.ts';

const bit = z.union([z.literal(0), z.literal(1)]);

/** A column on the wire; docs/product.md §2 and §3 define the flags. Ids are strings. */
export const columnFields = z.object({
  id: z.string(),
  columnName: z.string(),
  description: z.string(),
  listOrder: z.number().int(),
  parentId: z.string().nullable(),
  kind: z.enum(['news', 'article', 'reference']),
  isNav: bit,
  isAuth: bit,
  loginAuth: bit,
  noMenu: bit,
  menuType: z.number().int(),
  codePath: z.number().int().nullable(),
  icon: z.string(),
  keepAlive: bit,
  breadShow: bit,
  hideChild: bit,
});

/**
 * A column as readers' clients get it: `MenuType` repeats `menuType` in the spelling of docs/product.md §3, and
 * `listOrder` is 999999999 if the column is hidden from the menu.
 */
const listedColumn = columnFields.extend({ MenuType: z.number().int() });
export const column = listedColumn.extend({ children: z.array(listedColumn) });
export const columnList = z.array(column);
export const childrenQuery = z.object({ columnId: id('栏目编号') });

const flag = (name: string) =>
  z.union([z.literal(0), z.literal(1)], { error: `${name} 应为 0 或 1` }).transform((value) => value === 1);

/** A column in an import file (`columns import`): wire names, with the defaults of a column open to all readers. */
export const columnDefinition = z.object(
  {
    id: z
      .string({ error: '请提供栏目编号（id）' })
      .refine(isId, { error: '栏目编号（id）不正确，应为数字编号' }),
    columnName: z
      .string({ error: '请提供栏目名（columnName）' })
      .trim()
      .min(1, { error: '栏目名（columnName）不能为空' })
      .max(20, { error: '栏目名（columnName）最多 20 个字' }),
    description: z.string().max(200, { error: '栏目说明（description）最多 200 个字' }).default(''),
    kind: z
      .enum(['news', 'article', 'reference'], { error: '类型（kind）应为 news、article 或 reference' })
      .default('article'),
    access: z
      .enum(['public', 'member', 'vip', 'paid'], { error: '权限（access）应为 public、member、vip 或 paid' })
      .default('public'),
    codePath: z.number().int().nullable().default(null),
    parentId: z.string().refine(isId, { error: '上级栏目（parentId）应为数字编号' }).nullable().default(null),
    listOrder: z
      .number({ error: '排序（listOrder）应为整数' })
      .int({ error: '排序（listOrder）应为整数' })
      .default(0),
    isNav: flag('isNav').prefault(1),
    isAuth: flag('isAuth').prefault(1),
    loginAuth: flag('loginAuth').prefault(0),
    noMenu: flag('noMenu').prefault(0),
    hideChild: flag('hideChild').prefault(0),
    keepAlive: flag('keepAlive').prefault(1),
    breadShow: flag('breadShow').prefault(1),
    icon: z.string().max(40).default(''),
  },
  { error: '每个栏目应为一个 JSON 对象' },
);

export const columnDefinitions = z.array(columnDefinition, { error: '栏目文件应为 JSON 数组' });

export type Column = z.infer<typeof column>;
