import { expect, test } from 'vitest';
import { linkStocks, prepareBody, replaceImages, toPlainText } from './pool.ts';
import { prepareBodySync } from './prepare-body.ts';

const long = `<p>宁德时代(300750)涨了<img src="a.png">。</p>`.repeat(2000);

/** Counts the turns of the event loop until `work` is done. */
async function countTurnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let timer: NodeJS.Immediate;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  timer = setImmediate(count);
  await work;
  clearImmediate(timer);
  return turns;
}

test('prepares a long body in another thread with the same result', async () => {
  // A body of its own: what another test has prepared would come from the cache at once.
  const body = `${long}二`;
  const turns = await countTurnsDuring(prepareBody({ body, format: 'html' }));
  expect(turns).toBeGreaterThan(50);
  expect(await prepareBody({ body, format: 'html' })).toEqual(prepareBodySync({ body, format: 'html' }));
});

test('caches the result by body, format and origin', async () => {
  const input = { body: `${long}一`, format: 'html' } as const;
  const first = await prepareBody(input);
  expect(await prepareBody({ ...input })).toBe(first);
  expect(await prepareBody({ ...input, format: 'text' })).not.toBe(first);
  expect(await prepareBody({ ...input, origin: 'https://news.example.cn' })).not.toBe(first);
});

test('links stocks, replaces pictures and extracts text of a long body in the pool', async () => {
  const { html, text } = await prepareBody({ body: long, format: 'html' });
  const linked = await linkStocks(html, new Map([['300750', '宁德时代']]));
  expect(linked.match(/class="stock"/g)).toHaveLength(2000);
  const replaced = await replaceImages(html, new Map([['a.png', null]]));
  expect(replaced).not.toContain('<img');
  expect((await toPlainText(html)).replace(/\n+/g, '\n')).toBe(text);
});

test('rejects more than a hundred concurrent long bodies as busy and completes the others', async () => {
  // Just long enough for the pool.
  const body = `<p>${'字'.repeat(16_001)}</p>`;
  const bodies = Array.from({ length: 130 }, (_, at) =>
    prepareBody({ body: `${body}${at}`, format: 'html' }),
  );
  const outcomes = await Promise.allSettled(bodies);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(31);
  for (const one of refused) expect(one).toMatchObject({ reason: { kind: 'unavailable' } });
});

test('refuses what a member sends while four of their long bodies wait, and no body of anyone else', async () => {
  const prepare = (name: string, owner?: string) =>
    prepareBody({ body: `${long}${name}`, format: 'html' }, owner);
  const many = ['1', '2', '3', '4', '5', '6'].map((name) => prepare(name, 'a'));
  const outcomes = await Promise.allSettled([...many, prepare('7', 'b'), prepare('8')]);
  const refused = outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []));
  expect(refused).toEqual([5]);
});

test('a short body with formulas is prepared in another thread', async () => {
  const formulas = `<p><span class="math" data-tex="\\frac{x}{y}"></span></p>`.repeat(100);
  expect(await countTurnsDuring(prepareBody({ body: formulas, format: 'html' }))).toBeGreaterThan(5);
});

test('a body that needs more memory than its thread may have is refused, and the next one is prepared', {
  tags: ['deep'],
}, async () => {
  const bold = (times: number) => ({ body: '<b>字</b>a'.repeat(times), format: 'html' }) as const;
  await expect(prepareBody(bold(600_000), 'a')).rejects.toThrow('正文过于复杂');
  expect((await prepareBody(bold(100_000), 'a')).elementCount).toBeGreaterThan(100_000);
});
