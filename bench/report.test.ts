import { expect, test } from 'vitest';
import { infoLine, renderTable, skippedLine } from './report.ts';

test('a measure that skips misses its target, a line without a target does not', () => {
  const lines = [infoLine('nginx', 'is not installed'), skippedLine('misses', 'no Chromium')];
  expect(lines.map(({ isMet }) => isMet)).toEqual([null, false]);
  expect(renderTable(lines).split('\n')).toEqual([
    '  nginx     is not installed',
    '✗ misses    skipped: no Chromium',
  ]);
});
