import { setTimeout as pause } from 'node:timers/promises';
import { ensureAuthors } from '#features/authors/index.ts';
import { addPosts, prepareBodySync } from '#features/posts/index.ts';
import { startStandInSmtp } from '#testing/stand-in-smtp.ts';
import { openPortal, type Portal } from '../portal.ts';
import { openGateway, startServer } from './server.ts';

const lockedSentence = '只有会员才能读到的这一句';
const maxDurationMs = 1_800_000;

/**
 * Sends a letter with a VIP post to `count` mailboxes of a stand-in mail server, of which some refuse, defer or never
 * answer, and kills the worker with SIGKILL `kills` times meanwhile. No recipient may get it twice, and no locked sentence may
 * reach anyone without the right to it.
 * @returns whether all of this holds
 */
export async function killUnderLetters(
  count: number,
  kills: number,
  log: (line: string) => void,
): Promise<boolean> {
  log('bringing up a database …');
  const portal = await openPortal({ hasDemo: false, settings: { LOG_LEVEL: 'silent' }, log: () => {} });
  const smtp = await startStandInSmtp(undefined, { keepsLines: false });
  const gateway = await openGateway(portal);
  try {
    const vips = await addReaders(portal, count);
    const letterId = await addLetter(portal);
    const deferred = new Set<string>();
    const numberOf = (address: string) => Number(/\d+/.exec(address)?.[0]);
    smtp.behaviour = {
      onRecipient: (to) => {
        if (numberOf(to) % 100 === 7) return '550 5.1.1 no such user';
        if (numberOf(to) % 100 !== 8 || deferred.has(to)) return undefined;
        deferred.add(to);
        return '451 4.2.2 mailbox full';
      },
      // Accepted, but the answer never comes.
      onMessage: (to) => (numberOf(to) % 2500 === 11 ? 'hang' : undefined),
      hangsAtHalf: (to) => numberOf(to) % 2500 === 12,
    };
    let [leaks, whole] = [0, 0];
    smtp.onMail = ({ to, data }) => {
      if (!decode(data).includes(lockedSentence)) return;
      if (vips.has(to)) whole += 1;
      else leaks += 1;
    };
    const server = await startServer(portal, gateway.origin, {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Letters <letters@news.example.cn>',
      SMTP_PER_MINUTE: '6000',
      SMTP_CONNECTIONS: '10',
    });
    log(`a letter to ${count} mailboxes; the worker is killed ${kills} times meanwhile`);
    const deadline = Date.now() + maxDurationMs;
    let killed = 0;
    try {
      for (;;) {
        const { messages } = smtp.totals();
        if (killed < kills && messages >= (count * (killed + 1)) / (kills + 2)) {
          const workers = server.processes('worker');
          for (const pid of workers) process.kill(pid, 'SIGKILL');
          killed += workers.length > 0 ? 1 : 0;
          log(`  kill -9 no. ${killed} of the worker: ${smtp.totals().messages} messages accepted`);
        }
        const [letter] = await portal.query<{ state: string }>('select state from letters');
        if (letter?.state === 'sent' || Date.now() > deadline) break;
        // Shortens the waits: for a second try after 4xx, and until an interrupted message counts as unknown.
        await portal.query(
          `update letter_recipients set due_at = now() where state = 'pending' and deferrals > 0`,
        );
        await portal.query(
          `update letter_recipients set sending_at = now() - interval '6 minutes'
           where state = 'sending' and sending_at < now() - interval '130 seconds' and sending_at > now() - interval '5 minutes'`,
        );
        await pause(killed < kills ? 20 : 1000);
      }
    } finally {
      server.kill();
    }
    return await compare({ portal, smtp, letterId, count, kills: killed, wanted: kills, leaks, whole }, log);
  } finally {
    await gateway.stop();
    await smtp.close();
    await portal.close();
  }
}

const addressOf = (number: number) => `reader${number}@example.cn`;

/** Adds members who asked for letters, every fourth a VIP member. @returns the addresses of the VIP members */
async function addReaders({ query }: Portal, count: number): Promise<ReadonlySet<string>> {
  await query(
    `insert into members (id, mobile, email, name) overriding system value
     select 1000000 + n, 'none:' || n, 'reader' || n || '@example.cn', 'reader' || n from generate_series(1, $1) n`,
    [count],
  );
  await query(
    `insert into notice_channels (member_id, kind, channel) select id, 'letter', 'mail' from members where id > 1000000`,
  );
  await query(
    `insert into grants (member_id, scope, source, starts_at, ends_at)
     select id, 'vip', 'bench', now() - interval '1 day', now() + interval '30 days' from members
     where id > 1000000 and id % 4 = 0`,
  );
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return new Set(numbers.filter((number) => number % 4 === 0).map(addressOf));
}

async function addLetter({ ctx, query }: Portal): Promise<string> {
  const authorId = (await ensureAuthors(ctx, ['长堤'])).get('长堤') ?? '';
  const body = prepareBodySync({
    body: `<p>${'开放的部分。'.repeat(100)}</p><!--paywall--><p>${lockedSentence}。</p>`,
    format: 'html',
  });
  const [postId] = await addPosts(ctx, [
    {
      columnId: '2',
      authorId,
      title: '一篇深度文章',
      access: 'vip',
      state: 'published',
      publishedAt: new Date(),
      body,
    },
  ]);
  const [letter] = await query<{ id: string }>(
    `insert into letters (subscription, state, subject, post_ids, is_whole, scheduled_at)
     values ('letter', 'scheduled', '一封信', array[$1::bigint], true, now()) returning id`,
    [postId],
  );
  return letter?.id ?? '';
}

/** Decodes base64 and quoted-printable parts of a mail. */
function decode(data: string): string {
  const blocks = data.split(/\n\n|\n--/).map((block) => {
    const isBase64 = /^[A-Za-z0-9+/=\n]+$/.test(block);
    if (isBase64) return Buffer.from(block, 'base64').toString();
    const bytes = block
      .replaceAll('=\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString();
  });
  return blocks.join('\n');
}

type Result = {
  portal: Portal;
  smtp: Awaited<ReturnType<typeof startStandInSmtp>>;
  letterId: string;
  count: number;
  kills: number;
  wanted: number;
  leaks: number;
  whole: number;
};

async function compare(
  { portal, smtp, letterId, count, kills, wanted, leaks, whole }: Result,
  log: (line: string) => void,
): Promise<boolean> {
  const rows = await portal.query<{ email: string; state: string }>(
    `select m.email, r.state from letter_recipients r join members m on m.id = r.member_id where r.letter_id = $1`,
    [letterId],
  );
  const [letter] = await portal.query<{ state: string }>('select state from letters');
  const inState = (state: string) => rows.filter((row) => row.state === state);
  const numbers = Array.from({ length: count }, (_, index) => smtp.count(addressOf(index + 1)));
  const unknown = inState('unknown');
  let isFine = true;
  const check = (what: string, expected: number | string, found: number | string) => {
    if (expected !== found) isFine = false;
    log(
      `${expected === found ? '✓' : '✗'} ${what.padEnd(56)} ${found}${expected === found ? '' : `, should be ${expected}`}`,
    );
  };
  log('');
  check('state of the letter', 'sent', letter?.state ?? '');
  check('kills of the worker', wanted, kills);
  check('recipients', count, rows.length);
  check('mailboxes with the letter twice (doubled)', 0, numbers.filter((number) => number > 1).length);
  check(
    'sent, but not in the mailbox',
    0,
    inState('sent').filter(({ email }) => smtp.count(email) !== 1).length,
  );
  check(
    'failed or skipped, but in the mailbox',
    0,
    [...inState('failed'), ...inState('skipped')].filter(({ email }) => smtp.count(email) > 0).length,
  );
  check('locked sentences in letters of those without right', 0, leaks);
  check(
    'neither sent, failed, unknown nor skipped',
    0,
    inState('pending').length + inState('sending').length,
  );
  log(
    `  sent ${inState('sent').length}, failed ${inState('failed').length}, skipped ${inState('skipped').length}`,
  );
  log(
    `  unknown ${unknown.length}, of which ${unknown.filter(({ email }) => smtp.count(email) === 1).length} arrived`,
  );
  log(`  letters with the whole text, to VIP members: ${whole}`);
  return isFine && whole > 0;
}
