import { describe, expect, test } from 'vitest';
import { type Actor, visitor } from '#kernel/actor.ts';
import {
  type AccessLevel,
  type AccessTarget,
  decideAccess,
  type HeldGrants,
  isOpenByLevel,
  noGrants,
  type PostState,
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

const postWith = (changes: Partial<AccessTarget> = {}): AccessTarget => ({
  id: '1',
  columnId: '5',
  access: 'public',
  vipFree: false,
  state: 'published',
  authorMemberIds: ['98', '99'],
  ...changes,
});
const bought: HeldGrants = { posts: new Set(['1']), columns: new Set() };
const subscribed: HeldGrants = { posts: new Set(), columns: new Set(['5']) };

const part = (actor: Actor, post: AccessTarget, grants = noGrants) =>
  decideAccess(actor, post, grants, now).part;

describe('access to a published post (docs/product.md §13)', () => {
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
      const post = postWith({ access, vipFree });
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

  test('a teaser includes the reason', () => {
    expect(decideAccess(visitor, postWith({ access: 'member' }), noGrants, now)).toEqual({
      part: 'teaser',
      reason: 'member',
    });
    expect(decideAccess(member, postWith({ access: 'vip' }), noGrants, now)).toEqual({
      part: 'teaser',
      reason: 'vip',
    });
    expect(decideAccess(vip, postWith({ access: 'paid' }), noGrants, now)).toEqual({
      part: 'teaser',
      reason: 'paid',
    });
  });

  test('a grant for another post or column has no effect', () => {
    const others: HeldGrants = { posts: new Set(['2']), columns: new Set(['6']) };
    expect(part(member, postWith({ access: 'paid' }), others)).toBe('teaser');
  });
});

describe('access to an unpublished post (docs/product.md §13)', () => {
  const levels: AccessLevel[] = ['public', 'member', 'vip', 'paid'];
  test.each<PostState>(['draft', 'scheduled'])('%s: only its author and staff, purchased or not', (state) => {
    for (const access of levels) {
      const post = postWith({ state, access });
      for (const actor of [visitor, member, vip, otherStaff]) expect(part(actor, post)).toBe('nothing');
      expect(part(member, post, bought)).toBe('nothing');
      for (const actor of [author, staff]) expect(part(actor, post)).toBe('all');
    }
  });

  test('withdrawn: buyers get a notice, others nothing', () => {
    for (const access of levels) {
      const post = postWith({ state: 'withdrawn', access });
      for (const actor of [visitor, member, vip]) expect(part(actor, post)).toBe('nothing');
      for (const grants of [bought, subscribed]) expect(part(member, post, grants)).toBe('notice');
      for (const actor of [author, staff]) expect(part(actor, post)).toBe('all');
    }
  });
});

test('isOpenByLevel ignores purchases', () => {
  expect(isOpenByLevel(vip, { access: 'vip', vipFree: false }, now)).toBe(true);
  expect(isOpenByLevel(vip, { access: 'paid', vipFree: false }, now)).toBe(false);
  expect(isOpenByLevel(vip, { access: 'paid', vipFree: true }, now)).toBe(true);
  expect(isOpenByLevel(visitor, { access: 'member', vipFree: true }, now)).toBe(false);
});
