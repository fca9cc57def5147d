import { setTimeout as pause } from 'node:timers/promises';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { ensureAuthors } from '#features/authors/index.ts';
import { giveVip } from '#features/entitlements/index.ts';
import { addMember } from '#features/identity/index.ts';
import { addPosts, type PostInput, prepareBodySync } from '#features/posts/index.ts';
import type { Portal } from './portal.ts';

let serial = 0;

type PostChanges = Partial<Omit<PostInput, 'body'>> & { body?: string; author?: string };

/** Adds a post, by default a published public article in column 2. @returns its id */
export async function addPost(
  { ctx }: Pick<Portal, 'ctx'>,
  { body, author = '长堤', ...changes }: PostChanges = {},
): Promise<string> {
  serial += 1;
  const authorId = (await ensureAuthors(ctx, [author])).get(author) ?? '';
  const [id] = await addPosts(ctx, [
    {
      columnId: '2',
      authorId,
      title: `第 ${serial} 篇`,
      access: 'public',
      state: 'published',
      publishedAt: new Date(Date.now() - 60_000 + serial),
      ...changes,
      body: prepareBodySync({ body: body ?? `<p>正文 ${serial}。</p>`, format: 'html' }),
    },
  ]);
  if (!id) throw new Error('failed to add the post');
  return id;
}

type MemberOptions = { role?: string; vipDays?: number };

/** Creates a member and logs in with a password. @returns the token and the member's id */
export async function logIn(
  portal: Pick<Portal, 'ctx' | 'call'>,
  { vipDays, ...person }: MemberOptions = {},
): Promise<{ token: string; memberId: string; refreshToken: string }> {
  serial += 1;
  const mobile = `139${String(serial).padStart(8, '0')}`;
  const id = await addMember(portal.ctx, { mobile, password: 'correct horse', ...person });
  if (vipDays) await giveVip(portal.ctx, id, vipDays, 'test');
  const { body } = await portal.call('POST /blade-auth/oauth/token', {
    body: { grant_type: 'password', username: mobile, password: 'correct horse' },
  });
  return { token: body.access_token, memberId: body.user_id, refreshToken: body.refresh_token };
}

/** Solves a proof of work, which requesting a code needs, and a log-in after several failures. */
export async function solveProof(portal: Pick<Portal, 'call'>): Promise<string> {
  const { body } = await portal.call('GET /reception/proof');
  const challenge = body.data;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Adds a member whose account has only an e-mail address, as imports do. @returns the id */
export const addEmailMember = async ({ ctx }: Pick<Portal, 'ctx'>, email: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into members (id, mobile, email, name) overriding system value
    select id, 'none:' || id, ${email}, '邮箱会员' from nextval(pg_get_serial_sequence('members', 'id')) id
    returning id`.execute(ctx.db);
  return rows[0]?.id ?? '';
};

/** Requests a code by SMS or mail and reads it from the outbox. Needs a portal with `relaxedCodeLimits`. */
export async function receiveCode(
  portal: Pick<Portal, 'ctx' | 'call'>,
  { phone = '', email, purpose, token }: { phone?: string; email?: string; purpose: string; token?: string },
): Promise<string> {
  const answer = await portal.call('POST /blade-auth/oauth/sms/send-validate', {
    body: { phone, ...(email && { email }), purpose, proof: await solveProof(portal) },
    ...(token ? { token } : {}),
  });
  if (answer.status !== 200) throw new Error(`no code was sent: ${answer.text}`);
  // The server sends the code without delaying the response, so it may arrive later.
  for (let tries = 0; tries < 100; tries += 1) {
    const code = await findNewestCode(portal, email ?? phone);
    if (code) return code;
    await pause(10);
  }
  throw new Error(`no code for ${email ?? phone} in the outbox`);
}

/** Settings with which tests may request codes without limit, and with a cheap proof of work. */
export const relaxedCodeLimits = {
  PROOF_COST: '1',
  SMS_PER_MINUTE: '60',
  SMS_PER_DAY: '10000',
  SMS_PER_ADDRESS_DAY: '1000000',
};

async function findNewestCode({ ctx }: Pick<Portal, 'ctx'>, phone: string): Promise<string | undefined> {
  const message = await ctx.db
    .selectFrom('outbox_messages')
    .select('body')
    .where('recipient', '=', phone)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return /\d{6}/.exec(message?.body ?? '')?.[0];
}
