import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { quickCodes, solveProof } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { newTotpSecret } from '../account/totp.ts';
import { addMember } from '../service.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ ...quickCodes, TRUST_PROXY: '1' });
});
afterAll(() => portal.close());
beforeEach(() => portal.ctx.db.deleteFrom('rate_limits').execute());

const password = 'a long secret';
const networks = { owner: '203.0.113.7', stranger: '198.51.100.9' };

let serial = 0;
async function newMember(): Promise<{ id: string; mobile: string }> {
  serial += 1;
  const mobile = `136${String(serial).padStart(8, '0')}`;
  return { mobile, id: await addMember(portal.ctx, { mobile, password }) };
}

/** A browser, which keeps its cookies, in one network; or a client without cookies. */
function openBrowser(address: string, { hasCookies = true } = {}) {
  let cookie = '';
  const ask = async (path: string, body: Record<string, string>, token?: string) => {
    const headers = { 'x-forwarded-for': address, ...(hasCookies && cookie ? { cookie } : {}) };
    const answer = await portal.ask(`POST ${path}`, { body, headers, ...(token ? { token } : {}) });
    const given = [answer.headers['set-cookie'] ?? []].flat().map((line) => String(line).split(';')[0]);
    cookie = [cookie, ...given].filter(Boolean).join('; ');
    return answer.body;
  };
  const token = (fields: Record<string, string>) => ask('/blade-auth/oauth/token', fields);
  return {
    ask,
    token,
    logIn: async (username: string, more: Record<string, string> = {}) =>
      token({ grant_type: 'password', username, password, proof: await solveProof(portal), ...more }),
    guess: async (username: string) =>
      token({
        grant_type: 'password',
        username,
        password: 'not it',
        proof: await solveProof(portal),
      }),
    askCode: async (phone: string, purpose = 'login') => {
      const proof = await solveProof(portal);
      const before = await codesOf(phone);
      await ask('/blade-auth/oauth/sms/send-validate', { phone, purpose, proof });
      return vi.waitFor(async () => {
        const codes = await codesOf(phone);
        expect(codes.length).toBe(before.length + 1);
        return codes.at(-1) ?? '';
      });
    },
    useCode: (phone: string, value: string, more: Record<string, string> = {}) =>
      token({ grant_type: 'sms_code', phone, value, ...more }),
  };
}

async function codesOf(phone: string): Promise<string[]> {
  const messages = await portal.ctx.db
    .selectFrom('outbox_messages')
    .select('body')
    .where('recipient', '=', phone)
    .orderBy('id')
    .execute();
  return messages.map(({ body }) => /\d{6}/.exec(body)?.[0] ?? '');
}

const times = async (count: number, act: () => Promise<unknown>) => {
  for (let done = 0; done < count; done += 1) await act();
};
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const granted = expect.objectContaining({ token_type: 'bearer' });

describe('strangers who guess a password from elsewhere', () => {
  test('stop the account in their own network alone', async () => {
    const { mobile } = await newMember();
    const stranger = openBrowser(networks.stranger);
    await times(10, () => stranger.guess(mobile));
    expect(await stranger.logIn(mobile)).toMatchObject({ error_code: 429 });
    expect(await openBrowser(networks.owner).logIn(mobile)).toEqual(granted);
  });

  test('do not stop a browser that has logged in before, also in their network', async () => {
    const { mobile } = await newMember();
    const owner = openBrowser(networks.owner);
    expect(await owner.logIn(mobile)).toEqual(granted);
    const neighbour = openBrowser(networks.owner);
    await times(10, () => neighbour.guess(mobile));
    expect(await neighbour.logIn(mobile)).toMatchObject({ error_code: 429 });
    const fields = { grant_type: 'password', username: mobile, password };
    expect(await owner.token(fields)).toEqual(granted);
  });

  test('that browser guesses ten times at most, too', async () => {
    const { mobile } = await newMember();
    const owner = openBrowser(networks.owner);
    await owner.logIn(mobile);
    await times(10, () => owner.guess(mobile));
    expect(await owner.logIn(mobile)).toMatchObject({ error_code: 429 });
  });

  test('a browser known to one account is not to another', async () => {
    const [first, second] = [await newMember(), await newMember()];
    const browser = openBrowser(networks.owner);
    await browser.logIn(first.mobile);
    await times(10, () => openBrowser(networks.owner).guess(second.mobile));
    expect(await browser.logIn(second.mobile)).toMatchObject({ error_code: 429 });
  });

  test('do not stop a code by SMS with the second factor', async () => {
    const { id, mobile } = await newMember();
    const secret = newTotpSecret();
    await portal.ctx.db
      .updateTable('members')
      .set({ totp_secret: secret, totp_enabled_at: new Date() })
      .where('id', '=', id)
      .execute();
    const owner = openBrowser(networks.owner);
    await times(10, () => openBrowser(networks.owner).guess(mobile));
    const value = await owner.askCode(mobile);
    const totp = new TOTP({ secret }).generate();
    expect(await owner.useCode(mobile, value, { totp })).toEqual(granted);
  });

  test('do not stop the owner in an open session', async () => {
    const { mobile } = await newMember();
    const owner = openBrowser(networks.owner);
    const { access_token } = await owner.logIn(mobile);
    await times(10, () => openBrowser(networks.owner).guess(mobile));
    const change = { oldPassword: password, password: 'battery staple' };
    expect(await owner.ask('/member/changePassword', change, access_token)).toMatchObject({ code: 200 });
  });

  test('from many networks meet proofs of work, whatever network they come from next', async () => {
    const { mobile } = await newMember();
    const guess = (place: number) =>
      openBrowser(`192.0.2.${place}`).token({ grant_type: 'password', username: mobile, password: 'x' });
    for (let place = 1; place <= 3; place += 1) await guess(place);
    expect(await guess(4)).toMatchObject({ error: 'proof_required' });
  });
});

describe('strangers who try codes by SMS', () => {
  test.each([
    ['a browser in the same network', networks.owner, true],
    ['a client without cookies in the same network', networks.owner, false],
    ['a browser elsewhere', networks.stranger, true],
    ['a client without cookies elsewhere', networks.stranger, false],
  ])('do not use up the tries of who asked for it: %s', async (_, address, hasCookies) => {
    const { mobile } = await newMember();
    const owner = openBrowser(networks.owner);
    const value = await owner.askCode(mobile);
    const stranger = openBrowser(address, { hasCookies });
    await times(6, () => stranger.useCode(mobile, wrong(value)));
    expect(await owner.useCode(mobile, value)).toEqual(granted);
  });

  test.each([true, false])('cannot use a code they did not ask for (cookies: %s)', async (hasCookies) => {
    const { mobile } = await newMember();
    const value = await openBrowser(networks.owner).askCode(mobile);
    const stranger = openBrowser(networks.stranger, { hasCookies });
    await stranger.askCode('13500000000');
    expect(await stranger.useCode(mobile, value)).toMatchObject({ error_code: 400 });
  });

  test('do not replace the owner’s code by asking for one themselves', async () => {
    const { mobile } = await newMember();
    const owner = openBrowser(networks.owner);
    const value = await owner.askCode(mobile);
    await openBrowser(networks.stranger).askCode(mobile);
    expect(await owner.useCode(mobile, value)).toEqual(granted);
  });

  test('a client without cookies uses the code that its network asked for', async () => {
    const { mobile } = await newMember();
    const client = openBrowser(networks.owner, { hasCookies: false });
    const value = await client.askCode(mobile);
    expect(await client.useCode(mobile, value)).toEqual(granted);
  });

  test('a browser tries its own code five times at most', async () => {
    const { mobile } = await newMember();
    const owner = openBrowser(networks.owner);
    const value = await owner.askCode(mobile);
    await times(5, () => owner.useCode(mobile, wrong(value)));
    expect(await owner.useCode(mobile, value)).toMatchObject({ error_code: 400 });
  });
});

test('of the browsers a member logged in with, the last twenty are known', async () => {
  const { id, mobile } = await newMember();
  await times(22, () => openBrowser(networks.owner).logIn(mobile));
  const known = portal.ctx.db.selectFrom('known_devices').select('device_hash').where('member_id', '=', id);
  expect(await known.execute()).toHaveLength(20);
});

describe('the device cookie', () => {
  const askCookie = async (scheme: string, cookie = '') => {
    const { mobile } = await newMember();
    const { headers } = await portal.ask('POST /blade-auth/oauth/token', {
      body: { grant_type: 'password', username: mobile, password },
      headers: { 'x-forwarded-proto': scheme, cookie },
    });
    return [headers['set-cookie'] ?? []].flat().find((line) => String(line).includes('GL-DEVICE'));
  };

  test.each([
    ['https', /^__Host-GL-DEVICE=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/],
    ['http', /^GL-DEVICE=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/],
  ])('over %s is out of reach of scripts, and over https of other hosts', async (scheme, expected) => {
    expect(await askCookie(scheme)).toMatch(expected);
  });

  test('that another host of the domain planted is not believed over https', async () => {
    const planted = 'x'.repeat(43);
    expect(await askCookie('https', `GL-DEVICE=${planted}`)).not.toContain(planted);
    expect(await askCookie('https', `__Host-GL-DEVICE=${planted}`)).toContain(planted);
  });
});
