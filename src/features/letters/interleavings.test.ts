import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '#kernel/context.ts';
import { seededRandom } from '#shared/seeded-random.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addEmailMember, addPost } from '#testing/posts-and-members.ts';
import { runs } from '#testing/runs.ts';
import { type StandInSmtp, startStandInSmtp } from '#testing/stand-in-smtp.ts';
import { insertLetter } from './letter-queries.ts';
import { sendLetters } from './send-letters.ts';
import { resumeLetter } from './service.ts';

/*
 * Two workers send one letter to people whose mailboxes refuse, defer and lose their answers, and each worker dies again
 * and again before a random statement: after that, none of its statements reaches the database.
 */

let portal: Portal;
let smtp: StandInSmtp;
beforeAll(async () => {
  smtp = await startStandInSmtp(undefined, { keepsLines: false });
  portal = await openPortal({
    SMTP_URL: smtp.url,
    MAIL_FROM: '观澜 <no-reply@news.example.cn>',
    SMTP_PER_MINUTE: '6000',
  });
});
afterAll(async () => {
  await portal.close();
  await smtp.close();
});

const people = 60;
const minuteMs = 60_000;

/** A worker that dies before its statement number `lives`. */
function mortal(ctx: Context, lives: number): Context {
  let left = lives;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      left -= 1;
      if (left < 0) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { ...ctx, db: ctx.db.withPlugin(plugin) };
}

test.each(Array.from({ length: runs(8) }, (_, index) => index + 1))(
  'sends no recipient a letter twice when workers die (seed %i)',
  async (seed) => {
    const random = seededRandom(String(seed));
    const { ctx } = portal;
    await ctx.db.deleteFrom('notice_channels').execute();
    await ctx.db.updateTable('letter_pace').set({ held_until: null, holds: 0 }).execute();
    const readers = new Map<string, string>();
    for (let one = 0; one < people; one += 1) {
      const email = `s${seed}-${one}@example.cn`;
      readers.set(await addEmailMember(portal, email), email);
    }
    await ctx.db
      .insertInto('notice_channels')
      .values([...readers.keys()].map((member_id) => ({ member_id, kind: 'letter', channel: 'mail' })))
      .execute();
    const postId = await addPost(portal, {
      access: 'vip',
      body: '<p>开放的一句。</p><!--paywall--><p>锁住的一句。</p>',
    });
    const id = await ctx.db.transaction().execute((trx) =>
      insertLetter(
        trx,
        {
          ...{ subscription: 'letter', subject: '信', introduction: '', postIds: [postId], isWhole: true },
          ...{ audience: 'all', audienceKey: '' },
        },
        { scheduledAt: ctx.now(), now: ctx.now() },
      ),
    );
    let leaks = 0;
    smtp.onMail = ({ data }) => {
      // Subject and text are encoded, so both parts are decoded.
      const decoded = data
        .replaceAll('=\n', '')
        .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
      if (Buffer.from(decoded, 'latin1').toString().includes('锁住的一句')) leaks += 1;
    };
    smtp.behaviour = {
      onRecipient: () => {
        const dice = random();
        if (dice < 0.05) return '550 5.1.1 no such user';
        if (dice < 0.15) return '451 4.2.2 try later';
        return dice < 0.18 ? '421 4.3.2 closing' : undefined;
      },
      onMessage: () => (random() < 0.05 ? '451 4.3.0 local error' : undefined),
    };
    let shiftMs = 0;
    const now = () => new Date(Date.now() + shiftMs);
    const stateOf = async () =>
      (await ctx.db.selectFrom('letters').select('state').where('id', '=', id).executeTakeFirst())?.state;
    let kills = 0;
    for (let round = 0; (await stateOf()) !== 'sent'; round += 1) {
      // The mail server and the workers get well in the end.
      if (round === 20) smtp.behaviour = {};
      expect(round).toBeLessThan(80);
      const worker = async () => {
        const lives = round < 20 ? Math.floor(random() * 120) : Number.POSITIVE_INFINITY;
        await sendLetters(
          mortal({ ...ctx, now }, lives),
          portal.app.letters,
          new AbortController().signal,
        ).catch((error: unknown) => {
          if (!String(error).includes('killed')) throw error;
          kills += 1;
        });
      };
      await Promise.all([worker(), worker()]);
      // Equal refusals of the first ones by chance: staff continue.
      if ((await stateOf()) === 'stopped') await resumeLetter({ ...ctx, now }, id);
      shiftMs += 20 * minuteMs;
    }
    const rows = await ctx.db
      .selectFrom('letter_recipients')
      .select(['member_id', 'state'])
      .where('letter_id', '=', id)
      .execute();
    expect(kills).toBeGreaterThan(3);
    expect(rows).toHaveLength(people);
    expect(leaks).toBe(0);
    for (const { member_id, state } of rows) {
      const count = smtp.count(readers.get(member_id) ?? '');
      const allowed = state === 'sent' ? [1] : state === 'unknown' ? [0, 1] : [0];
      expect(allowed, `${state} with ${count}`).toContain(count);
    }
  },
);
