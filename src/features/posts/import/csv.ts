import { normaliseHeading, previewCells, readCsvRows, widthFault } from '#kernel/storage/csv-rows.ts';
import { checkRecord, fieldNames, type RawFields } from './check-record.ts';
import { type GivenWord, isPublicityKey } from './publicity.ts';
import { failed, type ImportItem, truncated } from './record.ts';

/**
 * Reads the posts of a CSV file, one per row, and reports each row with the line it begins on. Refuses a row with more cells than the header, because the place where
 * its text was split is unknown. A quotation mark that is never closed loses the rows it swallowed, not those before.
 */
export async function* readCsv(
  file: string,
  text: AsyncIterable<string>,
  mapping: Record<string, string>,
): AsyncGenerator<ImportItem> {
  let columns: CsvColumns | undefined;
  let width = 0;
  for await (const row of readCsvRows(text)) {
    if ('fault' in row) return yield truncated({ file, line: row.line }, row.fault);
    const { cells, line } = row;
    if (!columns) {
      const header = readHeader(cells, mapping);
      if (typeof header === 'string') return yield failed({ file, line }, header);
      columns = header;
      width = cells.length;
    } else yield readRow(cells, columns, width, { file, line });
  }
  if (!columns) yield failed({ file, line: 1 }, '文件是空的');
}

function readRow(
  record: string[],
  { at, companies, inYuan, publicity, unread }: CsvColumns,
  width: number,
  source: { file: string; line: number },
): ImportItem {
  const fault = widthFault(record, width, true);
  if (fault) return failed(source, `${fault}，文字里的逗号需要加引号`);
  const fields: Record<string, unknown> = {};
  for (const [field, column] of at) fields[field] = record[column];
  const names = companies.map((column) => record[column] ?? '');
  if (names.some((name) => name.trim() !== '')) fields.tags = [fields.tags ?? '', ...names].join(',');
  const words = [...publicity, ...unread].map(([key, column]): GivenWord => [key, record[column]]);
  const others = unread.flatMap(([name, column]) => (record[column]?.trim() ? [name] : []));
  return checkRecord(fields as RawFields, source, { inYuan, words, unread: others });
}

/**
 * Maps fields to columns; the text of `companies` columns is added to the tags. `publicity` are the columns, named as in
 * the file, that say whether a record is public.
 */
type CsvColumns = {
  at: Map<string, number>;
  companies: number[];
  publicity: [key: string, column: number][];
  /** Columns that mean nothing here, named as in the file. */
  unread: [name: string, column: number][];
  inYuan: ReadonlySet<string>;
};

const headerNames: Record<string, string> = {
  externalId: 'externalid 外部编号 外部id',
  title: 'title headline 标题 题目 文章标题 新闻标题',
  body: 'body content text 正文 内容 文章内容 新闻内容 正文内容',
  format: 'format 格式 正文格式',
  summary: 'summary excerpt description 摘要 导语 简介',
  author: 'author 作者 撰稿 撰文',
  publishedAt: 'publishedat date time datetime pubdate 日期 时间 发布时间 发布日期 发表时间 发表日期',
  modifiedAt: 'modifiedat modified updatedat updated lastmod 修改时间 修改日期 更新时间 更新日期 最后修改',
  column: 'column 栏目 栏目名称',
  kind: 'kind 类型 内容类型',
  tags: 'tags tag keywords 标签 关键词 关键字',
  stockCodes: 'stockcodes stockcode code codes symbol 代码 股票代码 证券代码',
  access: 'access 权限 阅读权限 访问权限',
  price: 'price price(fen) 价格(分) 售价(分) price(元) price(yuan) 价格(元) 售价(元) 定价(元) 单价(元)',
  vipPrice: 'vipprice vipprice(fen) vip价(分) vip价格(分) vipprice(yuan) vip价(元) vip价格(元)',
  vipFree: 'vipfree vip免费',
  important: 'important 重要 是否重要',
  cover: 'cover image 封面 封面图 题图',
  state: 'state status 状态',
  company: 'company 公司 公司名称 股票名称 证券简称 证券名称',
};

const fieldByHeader = new Map(
  Object.entries(headerNames).flatMap(([field, headers]) =>
    headers.split(' ').map((header) => [header, field] as const),
  ),
);

/**
 * Maps the header to fields, first by the caller's mapping (our field → the name in the header), then by the names
 * above. Refuses a price column in Chinese without a unit, because fen and yuan differ a hundredfold.
 * @returns a Chinese message if the line is no usable header
 */
function readHeader(cells: readonly string[], mapping: Record<string, string>): CsvColumns | string {
  const headers = cells.map(normaliseHeading);
  const columns = { at: new Map<string, number>(), companies: [] as number[] };
  for (const [field, header] of Object.entries(mapping)) {
    if (!(field in fieldNames))
      return `不认识的字段“${field}”，可用的有：${Object.keys(fieldNames).join('、')}`;
    const at = headers.indexOf(normaliseHeading(header));
    if (at < 0) return `表头里没有“${header}”这一列。读到的表头：${previewCells(cells)}`;
    columns.at.set(field, at);
  }
  for (const [at, header] of headers.entries()) {
    if ([...columns.at.values()].includes(at)) continue;
    const field = fieldByHeader.get(header);
    if (field === 'company') columns.companies.push(at);
    else if (field && !columns.at.has(field)) columns.at.set(field, at);
    else if (/^(?:(?:vip)?价格|售价|定价|单价|vip价)$/.test(header)) {
      return `“${cells[at]?.trim()}”一列没有单位，请写成“${cells[at]?.trim()}（元）”或“${cells[at]?.trim()}（分）”`;
    }
  }
  const missing = ['title', 'body']
    .filter((field) => !columns.at.has(field))
    .map((field) => `“${fieldNames[field]}”`);
  if (missing.length > 0) {
    return `第一行应是表头，但没有认出${missing.join('和')}，请改表头或指定对应的列。读到的表头：${previewCells(cells)}`;
  }
  const stateAt = columns.at.get('state');
  const publicity = cells.flatMap((cell, at): [string, number][] => {
    if (at === stateAt) return [['状态', at]];
    return [...columns.at.values()].includes(at) || !isPublicityKey(cell) ? [] : [[cell.trim(), at]];
  });
  const read = new Set([...columns.at.values(), ...columns.companies, ...publicity.map(([, at]) => at)]);
  const unread = cells.flatMap((cell, at): [string, number][] =>
    read.has(at) || cell.trim() === '' ? [] : [[cell.trim(), at]],
  );
  const isInYuan = (field: string) => /元|yuan/.test(headers[columns.at.get(field) ?? -1] ?? '');
  return { ...columns, publicity, unread, inYuan: new Set(['price', 'vipPrice'].filter(isInYuan)) };
}
