import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseWebProcesses } from './machine.ts';

test('a machine gets as many web processes as its cores use and its memory holds', () => {
  const rows = [
    // cores, MB, processes
    [1, 512, 0],
    [2, 961, 0],
    [2, 1024, 0],
    [2, 1536, 1],
    [1, 2048, 1],
    [2, 1969, 2],
    [4, 2048, 2],
    [4, 4096, 4],
    [16, 4096, 7],
    [16, 65_536, 16],
    [256, 1_048_576, 128],
  ];
  for (const [cores = 0, megabytes = 0, processes] of rows)
    expect([cores, megabytes, chooseWebProcesses({ cores, megabytes })]).toEqual([
      cores,
      megabytes,
      processes,
    ]);
});

test('more cores or more memory never make fewer processes', () => {
  const machine = fc.record({ cores: fc.integer({ min: 1, max: 512 }), megabytes: fc.nat(2 ** 20) });
  fc.assert(
    fc.property(machine, machine, (more, less) => {
      const both = {
        cores: more.cores + less.cores,
        megabytes: more.megabytes + less.megabytes,
      };
      expect(chooseWebProcesses(both)).toBeGreaterThanOrEqual(chooseWebProcesses(less));
    }),
  );
});
