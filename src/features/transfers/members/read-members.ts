import { maxTags, parseImportedMember } from '#features/identity/index.ts';
import { DomainError, invalid } from '#kernel/errors.ts';
import { normaliseHeader, previewCells, readCsvRows } from '#kernel/storage/csv-rows.ts';
import { parseMoment } from '#shared/dates.ts';

/** A person of a file. `vipUntil` is the last moment of VIP. */
export type MemberRecord = {
  mobile: string | null;
  email: string | null;
  /** Empty: a generated name. */
  name: string;
  vipUntil: Date | null;
  tags: string[];
  createdAt: Date | null;
};

export type MemberLine = { line: number } & (
  | { record: MemberRecord }
  /** Why the line cannot be imported. */
  | { fault: string }
  /** Why the person is left out. */
  | { skipped: string }
);

const headerNames: Record<string, string> = {
  mobile: 'mobile phone tel cellphone 手机号 手机 手机号码 电话 电话号码',
  email: 'email e-mail mail 邮箱 电子邮箱 邮件 邮箱地址',
  name: 'name nickname 昵称 姓名 名字 名称',
  vipUntil: 'vipuntil vip_until vip vip到期 vip到期日 vip有效期 vip有效期至 会员到期 会员有效期 到期日',
  tags: 'tags tag labels label 标签',
  createdAt: 'createdat created_at 注册时间 注册日期',
  // Ghost's.
  isComplimentary: 'complimentary_plan',
  tiers: 'tiers',
  deletedAt: 'deleted_at',
};
const fieldByHeader = new Map(
  Object.entries(headerNames).flatMap(([field, headers]) =>
    headers.split(' ').map((header) => [header, field] as const),
  ),
);

/**
 * Streams the people of a CSV file: ours, with a mobile number or an e-mail address per line, or Ghost's export of
 * members, which is recognised by its header. `ghostVipUntil` is the end of VIP for those who pay there, or have a
 * complimentary plan; without it they get none.
 * @throws invalid for a file without a usable header
 */
export async function* readMembers(
  text: AsyncIterable<string>,
  { ghostVipUntil }: { ghostVipUntil: Date | null },
): AsyncGenerator<MemberLine> {
  let columns: Map<string, number> | undefined;
  let width = 0;
  for await (const row of readCsvRows(text)) {
    if ('unclosed' in row) {
      yield { line: row.unclosed, fault: '从这一行开始的引号没有闭合，其后的内容无法读取' };
      return;
    }
    if (columns) yield readLine(row, columns, { width, ghostVipUntil });
    else {
      columns = readHeader(row.cells);
      width = row.cells.length;
    }
  }
  if (!columns) throw invalid('文件是空的');
}

function readHeader(cells: readonly string[]): Map<string, number> {
  const columns = new Map<string, number>();
  for (const [at, cell] of cells.entries()) {
    const field = fieldByHeader.get(normaliseHeader(cell));
    if (field && !columns.has(field)) columns.set(field, at);
  }
  if (!columns.has('mobile') && !columns.has('email'))
    throw invalid(`第一行应是表头，要有“手机号”或“邮箱”一列。读到的表头：${previewCells(cells)}`);
  return columns;
}

function readLine(
  { cells, line }: { cells: string[]; line: number },
  columns: ReadonlyMap<string, number>,
  { width, ghostVipUntil }: { width: number; ghostVipUntil: Date | null },
): MemberLine {
  if (cells.slice(width).some((cell) => cell.trim() !== ''))
    return { line, fault: `列数不符：表头有 ${width} 列，这一行有 ${cells.length} 列` };
  const cell = (field: string) => cells[columns.get(field) ?? -1]?.trim() ?? '';
  if (cell('deletedAt') !== '') return { line, skipped: '已在原站删除' };
  const isPaying = /^(?:true|1|yes)$/i.test(cell('isComplimentary')) || cell('tiers') !== '';
  try {
    return {
      line,
      record: {
        ...parseImportedMember({ mobile: cell('mobile'), email: cell('email'), name: cell('name') }),
        vipUntil: isPaying ? ghostVipUntil : (parseDay(cell('vipUntil'), 'VIP 到期')?.last ?? null),
        tags: parseTags(cell('tags')),
        createdAt: parseDay(cell('createdAt'), '注册时间')?.first ?? null,
      },
    };
  } catch (error) {
    if (error instanceof DomainError) return { line, fault: error.message };
    throw error;
  }
}

const lastYear = 2100;

/** Reads a day or a moment as spreadsheets write it. @throws invalid */
function parseDay(text: string, label: string): { first: Date; last: Date } | null {
  if (text === '') return null;
  const [, year = '', month = '', day = '', rest = ''] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(.*)$/.exec(text.normalize('NFKC')) ?? [];
  const clock = rest
    .trim()
    .replace(/^T/, '')
    .replace(/^(\d):/, '0$1:');
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = parseMoment(clock === '' ? date : `${date}T${clock}`);
  if (!moment || Number(year) > lastYear)
    throw invalid(`${label}“${text.slice(0, 30)}”不正确，应为 2027-06-30 这样的日期`);
  return moment;
}

/** @throws invalid */
function parseTags(text: string): string[] {
  const tags = [...new Set(text.split(/[,，、;；|]/).map((tag) => tag.normalize('NFC').trim()))].filter(
    Boolean,
  );
  const long = tags.find((tag) => [...tag].length > 20);
  if (long) throw invalid(`标签“${long.slice(0, 30)}”过长，最多 20 个字`);
  if (tags.length > maxTags) throw invalid(`标签太多，最多 ${maxTags} 个`);
  return tags;
}
