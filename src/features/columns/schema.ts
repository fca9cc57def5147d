import { z } from 'zod';
import { id } from '#kernel/http/inputs.ts';

const bit = z.union([z.literal(0), z.literal(1)]);

/** A column as it travels; names and meaning of the flags are the seed's (§§2, 3), ids are strings. */
const columnFields = z.object({
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

export const column = columnFields.extend({ children: z.array(columnFields) });
export const columnList = z.array(column);
export const childrenQuery = z.object({ columnId: id('columnId', '栏目编号') });
