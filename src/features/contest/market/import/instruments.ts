import { purge } from '#kernel/cache/purge.ts';
import { type ImportKind, readCode } from './import-kind.ts';
import { type NewInstrument, upsertInstruments } from './import-queries.ts';

const boardByWord: Readonly<Record<string, string>> = {
  main: 'main',
  主板: 'main',
  沪市主板: 'main',
  深市主板: 'main',
  chinext: 'chinext',
  创业板: 'chinext',
  star: 'star',
  科创板: 'star',
  bse: 'bse',
  北交所: 'bse',
  index: 'index',
  指数: 'index',
};

/** Securities. A row replaces the whole record; an empty cell means unknown. */
export const instruments: ImportKind<NewInstrument> = {
  columns: [
    { name: 'code', aliases: ['代码', '证券代码'] },
    { name: 'name', aliases: ['名称', '简称', '证券简称', '证券名称'] },
    { name: 'board', aliases: ['板块', '市场'] },
    { name: 'st', aliases: ['风险警示', 'is_st'], isOptional: true },
    { name: 'listed_on', aliases: ['上市日期', '上市日', 'list_date'], isOptional: true },
    { name: 'delisted_on', aliases: ['退市日期', '退市日', 'delist_date'], isOptional: true },
    { name: 'initials', aliases: ['拼音首字母', '拼音', '简拼'], isOptional: true },
  ],
  read(row, reference) {
    const code = readCode(row, reference);
    const name = row.text('name');
    if (name === '' || [...name].length > 40) throw row.fault('name', '为空或过长，最多 40 个字');
    // Rejects characters that PostgreSQL cannot store or that change the direction of the surrounding text.
    if (/[\p{Cc}\p{Cf}\p{Cs}]/u.test(name)) throw row.fault('name', '含有看不见的字符');
    const board = boardByWord[row.text('board').toLowerCase()];
    if (!board) throw row.fault('board', '不正确，可用：main、chinext、star、bse、index');
    const [listed_on, delisted_on] = [row.optionalDay('listed_on'), row.optionalDay('delisted_on')];
    if (listed_on && delisted_on && delisted_on <= listed_on)
      throw row.fault('delisted_on', '应晚于上市日期');
    const initials = row.text('initials').toUpperCase();
    if (!/^[0-9A-Z]{0,40}$/.test(initials)) throw row.fault('initials', '应为字母或数字');
    return { code, name, initials, board, is_st: row.flag('st'), listed_on, delisted_on };
  },
  keyOf: ({ code }) => ({ code, place: 0 }),
  async write(ctx, trx, rows) {
    const rowsWithInitials = await Promise.all(
      rows.map(async (row) => ({ ...row, initials: row.initials || (await initialsOf(row.name)) })),
    );
    const added = await upsertInstruments(trx, rowsWithInitials);
    if (added > 0) await purge(ctx, trx, ['contest']);
    return { added, rejected: [] };
  },
};

/** Returns the pinyin initials of a name, as people type them: 禾垣电力 is HYDL. */
export async function initialsOf(name: string): Promise<string> {
  // Loaded on demand: its dictionary is large, and only imports of securities need it.
  const { pinyin } = await import('pinyin-pro');
  return pinyin(name.normalize('NFKC'), { pattern: 'first', toneType: 'none', type: 'array' })
    .join('')
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 40);
}
