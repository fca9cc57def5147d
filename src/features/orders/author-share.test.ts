import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { addPlan, addSellingAuthor, asMember, orderFor } from '#testing/sales.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

async function shareOf(thing: string): Promise<number> {
  const { memberId } = await logIn(portal);
  const id = await orderFor(asMember(portal.ctx, memberId), { thing });
  const query = portal.ctx.db.selectFrom('orders').select('author_share').where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).author_share;
}

// docs/product.md §16
test.each([
  ['none for what the house writes', { percent: null, isMember: false }, 0],
  ['that of the site for an author with a member', { percent: null, isMember: true }, 7000],
  ['their own percentage, if they have one', { percent: 25, isMember: true }, 2500],
  ['none at their own percentage of 0', { percent: 0, isMember: true }, 0],
  ['their own percentage before a member is linked', { percent: 40, isMember: false }, 4000],
])('fixes the author share of an order: %s', async (name, { percent, isMember }, share) => {
  const memberId = isMember ? (await logIn(portal)).memberId : null;
  await addSellingAuthor(portal, name, { percent, memberId });
  const id = await addPost(portal, { author: name, access: 'paid', price: 1000 });
  expect(await shareOf(`post:${id}`)).toBe(share);
});

test('fixes no author share for a plan', async () => {
  expect(await shareOf(`plan:${await addPlan(portal)}`)).toBe(0);
});
