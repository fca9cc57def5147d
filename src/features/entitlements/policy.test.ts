import { describe, expect, test } from 'vitest';
import { type Actor, visitor } from '#kernel/actor.ts';
import {
  type AccessLevel,
  decideReading,
  type HeldGrants,
  noGrants,
  opensByLevel,
  type PostState,
  type Readable,
} from './policy.ts';

const now = Date.parse('2026-11-20T08:00:00+08:00');

const person = (changes: Partial<Extract<Actor, { kind: 'member' }>> = {}): Actor => ({
  kind: 'member',
  memberId: '7',
  sessionId: '1',
  permissions: new Set(),
  vipUntil: null,
  ...changes,
});
const member = person();
const vip = person({ vipUntil: now + 1 });
const formerVip = person({ vipUntil: now });
const author = person({ memberId: '99' });
const staff = person({ permissions: new Set(['content.view']) });
const otherStaff = person({ permissions: new Set(['orders.view']) });

const piece = (changes: Partial<Readable> = {}): Readable => ({
  id: '1',
  columnId: '5',
  access: 'public',
  vipFree: false,
  state: 'published',
  authorMemberId: '99',
  ...changes,
});
const bought: HeldGrants = { posts: new Set(['1']), columns: new Set() };
const subscribed: HeldGrants = { posts: new Set(), columns: new Set(['5']) };

const part = (actor: Actor, post: Readable, grants = noGrants) =>
  decideReading(actor, post, grants, now).part;

describe('who may read a published piece (PRODUCT §3)', () => {
  test.each<[AccessLevel, boolean, string, string, string]>([
    // access, free for VIP, visitor, member, VIP
    ['public', false, 'all', 'all', 'all'],
    ['member', false, 'teaser', 'all', 'all'],
    ['vip', false, 'teaser', 'teaser', 'all'],
    ['paid', false, 'teaser', 'teaser', 'teaser'],
    ['paid', true, 'teaser', 'teaser', 'all'],
  ])(
    '%s (free for VIP: %s): visitor %s, member %s, VIP %s',
    (access, vipFree, asVisitor, asMember, asVip) => {
      const post = piece({ access, vipFree });
      expect([part(visitor, post), part(member, post), part(vip, post)]).toEqual([
        asVisitor,
        asMember,
        asVip,
      ]);
      expect(part(formerVip, post)).toBe(asMember);
      expect(part(otherStaff, post)).toBe(asMember);
      for (const actor of [author, staff]) expect(part(actor, post)).toBe('all');
      for (const grants of [bought, subscribed]) expect(part(member, post, grants)).toBe('all');
    },
  );

  test('the teaser says what would open it', () => {
    expect(decideReading(visitor, piece({ access: 'member' }), noGrants, now)).toEqual({
      part: 'teaser',
      reason: 'member',
    });
    expect(decideReading(member, piece({ access: 'vip' }), noGrants, now)).toEqual({
      part: 'teaser',
      reason: 'vip',
    });
    expect(decideReading(vip, piece({ access: 'paid' }), noGrants, now)).toEqual({
      part: 'teaser',
      reason: 'paid',
    });
  });

  test('a grant on another piece or column opens nothing', () => {
    const others: HeldGrants = { posts: new Set(['2']), columns: new Set(['6']) };
    expect(part(member, piece({ access: 'paid' }), others)).toBe('teaser');
  });
});

describe('who sees a piece that is not out (PRODUCT §3)', () => {
  const levels: AccessLevel[] = ['public', 'member', 'vip', 'paid'];
  test.each<PostState>(['draft', 'scheduled'])(
    '%s: nobody but its author and staff, bought or not',
    (state) => {
      for (const access of levels) {
        const post = piece({ state, access });
        for (const actor of [visitor, member, vip, otherStaff]) expect(part(actor, post)).toBe('nothing');
        expect(part(member, post, bought)).toBe('nothing');
        for (const actor of [author, staff]) expect(part(actor, post)).toBe('all');
      }
    },
  );

  test('withdrawn: whoever bought it gets a notice, others nothing', () => {
    for (const access of levels) {
      const post = piece({ state: 'withdrawn', access });
      for (const actor of [visitor, member, vip]) expect(part(actor, post)).toBe('nothing');
      for (const grants of [bought, subscribed]) expect(part(member, post, grants)).toBe('notice');
      for (const actor of [author, staff]) expect(part(actor, post)).toBe('all');
    }
  });
});

test('what the level alone opens leaves purchases out', () => {
  expect(opensByLevel(vip, { access: 'vip', vipFree: false }, now)).toBe(true);
  expect(opensByLevel(vip, { access: 'paid', vipFree: false }, now)).toBe(false);
  expect(opensByLevel(vip, { access: 'paid', vipFree: true }, now)).toBe(true);
  expect(opensByLevel(visitor, { access: 'member', vipFree: true }, now)).toBe(false);
});
