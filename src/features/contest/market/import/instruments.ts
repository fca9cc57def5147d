import { purge } from '#kernel/cache/purge.ts';
import { type NewInstrument, upsertInstruments } from './import-queries.ts';
import type { Kind } from './kind.ts';

const boards: Readonly<Record<string, string>> = {
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

/** What can be traded: a row is the whole of it, what is empty is not known. */
export const instruments: Kind<NewInstrument> = {
  columns: [
    { name: 'code', others: ['代码', '证券代码'] },
    { name: 'name', others: ['名称', '简称', '证券简称', '证券名称'] },
    { name: 'board', others: ['板块', '市场'] },
    { name: 'st', others: ['风险警示', 'is_st'], isOptional: true },
    { name: 'listed_on', others: ['上市日期', '上市日', 'list_date'], isOptional: true },
    { name: 'delisted_on', others: ['退市日期', '退市日', 'delist_date'], isOptional: true },
    { name: 'initials', others: ['拼音首字母', '拼音', '简拼'], isOptional: true },
  ],
  read(row) {
    const code = row.code();
    const name = row.text('name');
    if (name === '' || [...name].length > 40) throw row.fault('name', '为空或过长，最多 40 个字');
    // Nothing that the database cannot hold, or that turns the words around it.
    if (/[\p{Cc}\p{Cf}\p{Cs}]/u.test(name)) throw row.fault('name', '含有看不见的字符');
    const board = boards[row.text('board').toLowerCase()];
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
    const whole = await Promise.all(
      rows.map(async (row) => ({ ...row, initials: row.initials || (await initialsOf(row.name)) })),
    );
    const added = await upsertInstruments(trx, whole);
    if (added > 0) await purge(ctx, trx, ['contest']);
    return { added, refused: [] };
  },
};

/** The first letters of a name's pinyin, as people type them: 禾垣电力 is HYDL. */
export async function initialsOf(name: string): Promise<string> {
  // Its dictionary is large, and only who writes securities needs it.
  const { pinyin } = await import('pinyin-pro');
  return pinyin(name.normalize('NFKC'), { pattern: 'first', toneType: 'none', type: 'array' })
    .join('')
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 40);
}
