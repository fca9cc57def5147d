import type { Context } from '#kernel/context.ts';
import type { PersonalDataPart } from '#kernel/personal-data.ts';
import { exportNotices } from './queries.ts';
import { presentNotice } from './reads.ts';

const batch = 1000;

/** What a member was told, for their own copy of their data. */
export const noticeData: readonly PersonalDataPart[] = [{ name: 'notices', read: readInBatches }];

async function* readInBatches({ db }: Context, memberId: string): AsyncGenerator<unknown> {
  let after = '0';
  for (;;) {
    const rows = await exportNotices(db, memberId, after, batch);
    for (const row of rows) yield presentNotice(row);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.id;
  }
}
