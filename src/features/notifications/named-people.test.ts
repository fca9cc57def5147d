import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#testing/runs.ts';
import { replaceName } from './named-people.ts';

const gone = '已注销用户';

test.each([
  [['甲'], 1, ' 在《甲》里回复了你'],
  [['甲', '乙'], 2, ' 赞了你在《乙、甲》里的评论'],
  [['甲', '乙', '丙'], 2, ' 等 12 人赞了你'],
  [['甲', '甲'], 2, ' 赞了你'],
  [['甲', '乙'], 1, ' 赞了你'],
])('of %j, the first %i are named before “%s”', (names, count, rest) => {
  const titleOf = (shown: readonly string[]) => shown.slice(0, count).join('、') + rest;
  for (const [at] of names.entries()) {
    const people = names.map((name, index) => ({ id: String(index), name }));
    const replaced = names.map((name, index) => (index === at ? gone : name));
    const { title, people: left } = replaceName({ title: titleOf(names), people }, String(at), gone);
    expect(title).toBe(titleOf(replaced));
    expect(left.map(({ name }) => name)).toEqual(replaced);
  }
});

test('a name is replaced where it is named and nowhere else, whatever it is', () => {
  const text = fc.oneof(
    fc.constantFrom('选手', '你', '、', '甲', '$&', '📈'),
    fc.string({ unit: 'grapheme' }),
  );
  const name = text.filter((one) => one !== '');
  fc.assert(
    fc.property(text, name, text, (before, named, after) => {
      const people = [{ id: '7', name: named, at: before.length }];
      const given = { title: before + named + after, people };
      expect(replaceName(given, '7', gone)).toEqual({
        title: before + gone + after,
        people: [{ id: '7', name: gone, at: before.length }],
      });
      expect(replaceName(given, '8', gone)).toEqual(given);
      const twice = [...people, { id: '8', name: named, at: (before + named + after).length }];
      const both = replaceName({ title: given.title + named, people: twice }, '7', gone);
      expect(replaceName(both, '8', gone).title).toBe(before + gone + after + gone);
    }),
    { numRuns: runs(300) },
  );
});
