import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { relaxedCodeLimits, solveProof } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { generateTotpSecret } from '../account/totp.ts';
import { addMember } from '../service.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ ...relaxedCodeLimits, TRUST_PROXY: '1' });
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

/** A browser with its cookies, or a client without cookies, in one network. */
function openBrowser(address: string, { hasCookies = true } = {}) {
  let cookie = '';
  const ask = async (path: string, body: Record<string, string>, token?: string) => {
    const headers = { 'x-forwarded-for': address, ...(hasCookies && cookie ? { cookie } : {}) };
    const answer = await portal.call(`POST ${path}`, { body, headers, ...(token ? { token } : {}) });
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
      return waitFor(async () => {
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

describe('guessing another member’s password', () => {
  test('locks the account in the guesser’s network only', async () => {
    const { mobile } = await newMember();
    const stranger = openBrowser(networks.stranger);
    await times(10, () => stranger.guess(mobile));
    expect(await stranger.logIn(mobile)).toMatchObject({ error_code: 429 });
    expect(await openBrowser(networks.owner).logIn(mobile)).toEqual(granted);
  });

  test('does not lock out a browser that has logged in before, also in the same network', async () => {
    const { mobile } = await newMember();
    const owner = openBrowser(networks.owner);
    expect(await owner.logIn(mobile)).toEqual(granted);
    const neighbour = openBrowser(networks.owner);
    await times(10, () => neighbour.guess(mobile));
    expect(await neighbour.logIn(mobile)).toMatchObject({ error_code: 429 });
    const fields = { grant_type: 'password', username: mobile, password };
    expect(await owner.token(fields)).toEqual(granted);
  });

  test('is limited to ten guesses also in a browser that has logged in before', async () => {
    const { mobile } = await newMember();
    const owner = openBrowser(networks.owner);
    await owner.logIn(mobile);
    await times(10, () => owner.guess(mobile));
    expect(await owner.logIn(mobile)).toMatchObject({ error_code: 429 });
  });

  test('treats a browser known to one account as unknown to another', async () => {
    const [first, second] = [await newMember(), await newMember()];
    const browser = openBrowser(networks.owner);
    await browser.logIn(first.mobile);
    await times(10, () => openBrowser(networks.owner).guess(second.mobile));
    expect(await browser.logIn(second.mobile)).toMatchObject({ error_code: 429 });
  });

  test('does not prevent log-in by SMS code with the second factor', async () => {
    const { id, mobile } = await newMember();
    const secret = generateTotpSecret();
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

  test('does not lock out the owner’s open session', async () => {
    const { mobile } = await newMember();
    const owner = openBrowser(networks.owner);
    const { access_token } = await owner.logIn(mobile);
    await times(10, () => openBrowser(networks.owner).guess(mobile));
    const change = { oldPassword: password, password: 'battery staple' };
    expect(await owner.ask('/member/changePassword', change, access_token)).toMatchObject({ code: 200 });
  });

  test.each([
    ['the port', (serial: number) => `203.0.113.5:${50_000 + serial}`],
    ['the port and the host', (serial: number) => `[2001:db8::${serial}]:${50_000 + serial}`],
    ['a text that is no address', (serial: number) => `unknown-${serial}`],
  ])(
    'from one network requires a proof of work, although %s changes with each connection',
    async (_, from) => {
      const guess = (serial: number) =>
        openBrowser(from(serial)).token({
          grant_type: 'password',
          username: `139000000${10 + serial}`,
          password: 'x',
        });
      for (let serial = 1; serial <= 20; serial += 1) expect(await guess(serial)).not.toHaveProperty('error');
      expect(await guess(21)).toMatchObject({ error: 'proof_required' });
    },
  );

  test('from many networks requires proofs of work from every further network', async () => {
    const { mobile } = await newMember();
    const guess = (place: number) =>
      openBrowser(`192.0.2.${place}`).token({ grant_type: 'password', username: mobile, password: 'x' });
    for (let place = 1; place <= 3; place += 1) await guess(place);
    expect(await guess(4)).toMatchObject({ error: 'proof_required' });
  });
});

describe('trying another member’s SMS code', () => {
  test.each([
    ['a browser in the same network', networks.owner, true],
    ['a client without cookies in the same network', networks.owner, false],
    ['a browser elsewhere', networks.stranger, true],
    ['a client without cookies elsewhere', networks.stranger, false],
  ])('does not use up the tries of its owner: %s', async (_, address, hasCookies) => {
    const { mobile } = await newMember();
    const owner = openBrowser(networks.owner);
    const value = await owner.askCode(mobile);
    const stranger = openBrowser(address, { hasCookies });
    await times(6, () => stranger.useCode(mobile, wrong(value)));
    expect(await owner.useCode(mobile, value)).toEqual(granted);
  });

  test.each([true, false])('fails even with the right code (cookies: %s)', async (hasCookies) => {
    const { mobile } = await newMember();
    const value = await openBrowser(networks.owner).askCode(mobile);
    const stranger = openBrowser(networks.stranger, { hasCookies });
    await stranger.askCode('13500000000');
    expect(await stranger.useCode(mobile, value)).toMatchObject({ error_code: 400 });
  });

  test('does not replace the owner’s code when a stranger requests another', async () => {
    const { mobile } = await newMember();
    const owner = openBrowser(networks.owner);
    const value = await owner.askCode(mobile);
    await openBrowser(networks.stranger).askCode(mobile);
    expect(await owner.useCode(mobile, value)).toEqual(granted);
  });

  test('accepts the code of a client without cookies from the network that requested it', async () => {
    const { mobile } = await newMember();
    const client = openBrowser(networks.owner, { hasCookies: false });
    const value = await client.askCode(mobile);
    expect(await client.useCode(mobile, value)).toEqual(granted);
  });

  test('is limited to five tries in the owner’s browser', async () => {
    const { mobile } = await newMember();
    const owner = openBrowser(networks.owner);
    const value = await owner.askCode(mobile);
    await times(5, () => owner.useCode(mobile, wrong(value)));
    expect(await owner.useCode(mobile, value)).toMatchObject({ error_code: 400 });
  });
});

test('remembers the last twenty browsers a member logged in with', async () => {
  const { id, mobile } = await newMember();
  await times(22, () => openBrowser(networks.owner).logIn(mobile));
  const known = portal.ctx.db.selectFrom('known_devices').select('device_hash').where('member_id', '=', id);
  expect(await known.execute()).toHaveLength(20);
});

describe('device cookie', () => {
  const fetchDeviceCookie = async (scheme: string, cookie = '') => {
    const { mobile } = await newMember();
    const { headers } = await portal.call('POST /blade-auth/oauth/token', {
      body: { grant_type: 'password', username: mobile, password },
      headers: { 'x-forwarded-proto': scheme, cookie },
    });
    return [headers['set-cookie'] ?? []].flat().find((line) => String(line).includes('GL-DEVICE'));
  };

  test.each([
    ['https', /^__Host-GL-DEVICE=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/],
    ['http', /^GL-DEVICE=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/],
  ])('over %s is hidden from scripts, and over https from other hosts', async (scheme, expected) => {
    expect(await fetchDeviceCookie(scheme)).toMatch(expected);
  });

  test('is ignored over https if another host of the domain set it', async () => {
    const planted = 'x'.repeat(43);
    expect(await fetchDeviceCookie('https', `GL-DEVICE=${planted}`)).not.toContain(planted);
    expect(await fetchDeviceCookie('https', `__Host-GL-DEVICE=${planted}`)).toContain(planted);
  });
});
