import type { World } from '../world.ts';
import { type Baselines, byId, byQueryId, type MakeBaseline } from './baseline.ts';

const content = (postIds: string[]) => ({ subject: '早报', introduction: '', postIds, isWhole: false });

const newLetter = async (world: World): Promise<string> => (await world.callAdmin('POST letter/create')).id;

/** A draft that can be sent. */
async function readyLetter(world: World): Promise<{ id: string; base: number }> {
  const id = await newLetter(world);
  const body = { id, base: 1, content: content([await world.post()]) };
  const { version } = await world.callAdmin('POST letter/save', { body });
  return { id, base: version };
}

/** A letter in a state that only the clock or the worker reaches. */
const letterIn =
  (state: string): MakeBaseline =>
  async (world) => {
    const { id } = await readyLetter(world);
    const scheduled_at = new Date('2099-01-01T00:00:00Z');
    await world.ctx.db.updateTable('letters').set({ state, scheduled_at }).where('id', '=', id).execute();
    return { body: { id } };
  };

const digestInput = () => ({ name: '早报', period: 'daily', hour: 8, columnIds: ['2'], isOn: false });

// The number of digests is limited, and every request about one needs its own.
async function newDigest(world: World): Promise<string> {
  await world.ctx.db.deleteFrom('letter_digests').execute();
  return (await world.callAdmin('POST letterDigest/create', { body: digestInput() })).id;
}

async function newBounce(world: World): Promise<string> {
  const addresses = `gone${world.unique()}@example.cn`;
  await world.callAdmin('POST letterBounce/add', { body: { addresses } });
  return (await world.callAdmin('GET letterBounce/list')).records[0].id;
}

export const letterBaselines: Baselines = {
  'POST /member/saveLetterSubscription': () => ({ body: { kind: 'daily', isOn: false } }),
  'GET /admin/letter/detail': byQueryId(newLetter),
  'GET /admin/letter/preview': byQueryId(async (world) => (await readyLetter(world)).id),
  'GET /admin/letter/recipients': byQueryId(newLetter),
  'POST /admin/letter/save': async (world) => ({
    body: { id: await newLetter(world), base: 1, content: content([]) },
  }),
  'POST /admin/letter/delete': byId(newLetter),
  'POST /admin/letter/test': async (world) => {
    const as = await world.newMember({ role: 'admin' });
    const email = `staff${world.unique()}@example.cn`;
    await world.ctx.db.updateTable('members').set({ email }).where('id', '=', as.memberId).execute();
    return { as, body: { id: (await readyLetter(world)).id } };
  },
  'POST /admin/letter/schedule': async (world) => ({
    body: { ...(await readyLetter(world)), at: new Date(Date.now() + 86_400_000).toISOString() },
  }),
  'POST /admin/letter/cancel': letterIn('scheduled'),
  'POST /admin/letter/stop': letterIn('sending'),
  'POST /admin/letter/resume': letterIn('stopped'),
  'POST /admin/letterDigest/create': async (world) => {
    await world.ctx.db.deleteFrom('letter_digests').execute();
    return { body: digestInput() };
  },
  'POST /admin/letterDigest/save': async (world) => ({
    body: { id: await newDigest(world), ...digestInput() },
  }),
  'POST /admin/letterDigest/delete': byId(newDigest),
  'POST /admin/letterBounce/add': (world) => ({
    body: { addresses: `gone${world.unique()}@example.cn` },
  }),
  'POST /admin/letterBounce/delete': byId(newBounce),
  'POST /admin/letterBounce/deleteMany': () => ({ body: { since: '2026-11-01', reason: '' } }),
};
