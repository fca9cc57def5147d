import type { Context } from '#kernel/context.ts';
import type { PersonalDataPart } from '#kernel/personal-data.ts';
import { findReach, listChosen } from './channels/channel-queries.ts';
import { exportNotices } from './queries.ts';
import { presentNotice } from './reads.ts';

const batch = 1000;

/** What a member was told and where they want it, for their own copy of their data. */
export const noticeData: readonly PersonalDataPart[] = [
  { name: 'notices', read: readInBatches },
  { name: 'notice-channels', read: readChoices },
];

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

async function* readChoices({ db }: Context, memberId: string): AsyncGenerator<unknown> {
  for (const choice of await listChosen(db, memberId)) {
    const [kind, channel] = choice.split(' ');
    yield { kind, channel };
  }
  const reach = await findReach(db, memberId);
  if (reach?.open_id) yield { channel: 'wechat', appId: reach.app_id, openId: reach.open_id };
}
