import { z } from 'zod';
import { fields, flag, requiredText, text } from '#kernel/http/bodies.ts';
import { optionalText, paging, size } from '#kernel/http/inputs.ts';
import { isStockCode, plainStockCode, stockCodeForms } from '#shared/stock-code.ts';

/** The whole table is kept in memory; China's exchanges list some 5,500 stocks. */
export const maxStocks = 20_000;

export const stocksQuery = z.object({ keyword: optionalText('关键词', 50), size });
export const stocks = z.array(z.object({ code: z.string(), name: z.string() }));

const codePattern = /^[0-9A-Z.]{1,12}$/;
const codeError = '代码应为数字和大写字母，至多 12 位，如 600519';

const knownCode = () =>
  z.string({ error: '请填写代码' }).regex(codePattern, { error: codeError }).meta({ title: '代码' });

/** A code as the table writes it: one with its market, such as 000001.SH, keeps it. */
const newCode = z
  .string({ error: '请填写代码' })
  .transform((typed) => {
    const [exact] = stockCodeForms(typed);
    return /\./.test(typed) ? exact : plainStockCode(typed);
  })
  .pipe(
    z
      .string()
      .regex(codePattern, { error: codeError, abort: true })
      .refine(isStockCode, {
        error: ({ input }) => `代码“${input}”不像证券代码，应为 6 位数字，如 600519；表格软件去掉的零要补上`,
      }),
  )
  .meta({ title: '代码' });

export const stockListQuery = z.object({
  keyword: optionalText('关键词', 50),
  size: paging.size,
  /** The last code of the page before. */
  cursor: optionalText('位置', 12),
});
export const stockRecord = z.object({
  code: z.string(),
  name: z.string(),
  /** The exchange, such as SH; may be empty. */
  market: z.string(),
  aliases: z.array(z.string()),
});
export const stockPage = z.object({
  records: z.array(stockRecord),
  total: z.number().int(),
  cursor: z.string().nullable(),
});
export const saveInput = fields({
  code: newCode,
  name: requiredText('名称', 40),
  market: text('市场', 10),
  aliases: z
    .array(requiredText('别名', 40), { error: '别名应为一组文字' })
    .max(20, { error: '别名最多 20 个' })
    .meta({ title: '别名' }),
  /** A new stock must not have the code of another. */
  isNew: flag('新股票'),
});
export const deleteInput = fields({
  ids: z
    .array(knownCode(), { error: '请选择股票' })
    .min(1, { error: '请选择股票' })
    .max(100, { error: '一次最多删除 100 只' })
    .meta({ title: '股票' }),
});

export type Stock = z.infer<typeof stocks>[number];
export type StockRecord = z.infer<typeof stockRecord>;
