import { describe, expect, test } from 'vitest';
import { type Actor, visitor } from '#kernel/actor.ts';
import { decideFileRight, isFileUrl, isLockedFile } from './file-rights.ts';

const member = (memberId: string, ...permissions: string[]): Actor => ({
  kind: 'member',
  memberId,
  sessionId: '1',
  permissions: new Set(permissions),
  vipUntil: Number.POSITIVE_INFINITY,
});
const flags = [false, true];
const usages = flags.flatMap((is_linked) =>
  flags.flatMap((is_open) =>
    flags.flatMap((is_unpublished) =>
      ['a.pdf', 'a.webp'].flatMap((name) =>
        flags.map((is_own) => ({
          ...{ is_linked, is_open, is_unpublished, is_own },
          address: `/files/000000/ab/${name}`,
        })),
      ),
    ),
  ),
);

describe('a file that a text names', () => {
  test.each(usages)(
    'is signed for its uploader and viewers of all content only, and never both locked and open: %j',
    (usage) => {
      const isLocked = isLockedFile(usage);
      const others = [
        ...(usage.is_own ? [] : [visitor]),
        member('9'),
        member('9', 'content.edit', 'content.contribute', 'content.review'),
      ];
      const right = usage.is_open ? 'open' : 'signed';
      for (const actor of others)
        expect(decideFileRight(actor, usage)).toBe(usage.is_own ? right : isLocked ? 'withheld' : 'open');
      expect(decideFileRight(member('9', 'content.view'), usage)).toBe(right);
      if (usage.is_open) expect(isLocked).toBe(false);
    },
  );

  test.each([
    ['/files/a.pdf', true],
    ['/files/./a.pdf', true],
    ['/x/../files/a.pdf', true],
    ['//files/a.pdf', false],
    ['https://portal/files/a.pdf', false],
    ['/filesx/a.pdf', false],
    ['#files', false],
    ['https://', false],
  ])('%s is an address of this site: %s', (url, expected) => expect(isFileUrl(url)).toBe(expected));
});
