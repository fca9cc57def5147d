import { parseArgs } from 'node:util';
import { callersPath, type FeatureCommand } from '#kernel/command.ts';
import { TableReport } from '#kernel/storage/import-table.ts';
import { importMarketFile, isMarketKind, recomputeSeasons } from './index.ts';

export const importCommand: FeatureCommand = async (args, ctx, usageError) => {
  const options = { kind: { type: 'string' } } as const;
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  const [path, ...rest] = positionals;
  const { kind = '' } = values;
  if (!path || rest.length > 0 || !isMarketKind(kind)) throw usageError();
  const { added, unchanged, skipped, failed, warned } = await importMarketFile(ctx, {
    path: callersPath(path),
    kind,
    report: printing('：'),
    warnings: printing('（已写入，请核对）：'),
  });
  console.log(`added=${added} unchanged=${unchanged} skipped=${skipped} failed=${failed} warnings=${warned}`);
  return failed > 0 ? 1 : 0;
};

const printing = (mark: string) =>
  new TableReport({ onFault: ({ line, message }) => console.error(`第 ${line} 行${mark}${message}`) });

/** Recomputes one season of the contest, or all seasons, from the log. */
export const recomputeCommand: FeatureCommand = async (args, ctx, usageError) => {
  const [seasonName, ...rest] = args;
  if (rest.length > 0) throw usageError();
  let differences = 0;
  for await (const season of recomputeSeasons(ctx, seasonName)) {
    for (const { playerId, player, what, kept, rebuilt } of season.differences)
      console.log(
        `赛季 ${season.name}\t选手 ${playerId}${player && ` ${player}`}\t${what}\t记录 ${kept}\t重算 ${rebuilt}`,
      );
    differences += season.differences.length;
    console.log(
      `season=${season.id} players=${season.players} entries=${season.entries} differences=${season.differences.length}\t${season.name}`,
    );
  }
  console.log(`differences=${differences}`);
  return differences > 0 ? 1 : 0;
};
