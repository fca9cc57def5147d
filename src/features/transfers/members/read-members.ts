import { maxTags, parseImportedMember } from '#features/identity/index.ts';
import { invalid } from '#kernel/errors.ts';
import { previewCells } from '#kernel/storage/csv-rows.ts';
import { type CsvColumn, readRecords, type TableRow } from '#kernel/storage/read-rows.ts';
import type { RowReader } from '#kernel/storage/row-reader.ts';
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

/** A line of a file; `skipped` says why its person is left out. */
export type MemberLine = TableRow<MemberRecord | { skipped: string }>;

const column = (name: string, headings = ''): CsvColumn => ({
  name,
  aliases: headings.split(' ').filter(Boolean),
  isOptional: true,
});
const columns = [
  column('mobile', 'phone tel cellphone 手机号 手机 手机号码 电话 电话号码'),
  column('email', 'mail 邮箱 电子邮箱 邮件 邮箱地址'),
  column('name', 'nickname 昵称 姓名 名字 名称'),
  column('vipUntil', 'vip vip到期 vip到期日 vip有效期 vip有效期至 会员到期 会员有效期 到期日'),
  column('tags', 'tag labels label 标签'),
  column('createdAt', '注册时间 注册日期'),
  // Ghost's.
  column('complimentary_plan'),
  column('tiers'),
  column('deleted_at'),
];

/**
 * Streams the people of a CSV file: ours, with a mobile number or an e-mail address per line, or Ghost's export of
 * members, which is recognised by its header. `ghostVipUntil` is the end of VIP for those who pay there, or have a
 * complimentary plan; without it they get none.
 * @throws invalid for a file without a usable header
 */
export const readMembers = (
  text: AsyncIterable<string>,
  { ghostVipUntil }: { ghostVipUntil: Date | null },
): AsyncGenerator<MemberLine> =>
  readRecords(text, columns, (row) => readMember(row, ghostVipUntil), {
    isLenient: true,
    checkHeader(names, headings) {
      if (!names.includes('mobile') && !names.includes('email'))
        throw invalid(`第一行应是表头，要有“手机号”或“邮箱”一列。读到的表头：${previewCells(headings)}`);
    },
  });

/** @throws invalid */
function readMember(row: RowReader, ghostVipUntil: Date | null): MemberRecord | { skipped: string } {
  const cell = (name: string) => row.cell(name);
  if (cell('deleted_at') !== '') return { skipped: '已在原站删除' };
  const isPaying = /^(?:true|1|yes)$/i.test(cell('complimentary_plan')) || cell('tiers') !== '';
  return {
    ...parseImportedMember({ mobile: cell('mobile'), email: cell('email'), name: cell('name') }),
    vipUntil: isPaying ? ghostVipUntil : (parseDay(cell('vipUntil'), 'VIP 到期')?.last ?? null),
    tags: parseTags(cell('tags')),
    createdAt: parseDay(cell('createdAt'), '注册时间')?.first ?? null,
  };
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
