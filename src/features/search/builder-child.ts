/** A process that builds or optimises a table of the index; see `openBuilderProcesses`. */
import { setPriority } from 'node:os';
import { overrideSettings } from '#kernel/config.ts';
import type { BuilderReply, BuilderRequest, BuilderTask } from './builder-process.ts';
import { openConnection } from './index-place.ts';
import { loadTokenisers, openTableBuilder, type TableBuilder } from './table-builder.ts';

/**
 * MB of words that LanceDB gathers before it writes them as one part of a full-text index; by default 2,048. Fewer
 * parts make faster searches.
 */
const partitionMb = '256';
/** The builder reads hardly any index pages. */
const cacheBytes = 16 * 1024 * 1024;

/** Of the scale of nice: readers' requests come first, and a busy site still completes a rebuild. */
const priority = 5;

setPriority(priority);
// LanceDB reads them from the environment when it is loaded.
overrideSettings({ LANCE_FTS_PARTITION_SIZE: partitionMb });
// The terminal sends Ctrl-C to the whole process group, but only the parent decides when this process ends.
process.on('SIGINT', () => {});
// Without its parent nobody uses the table.
process.on('disconnect', () => process.exit(1));

let builder: Promise<TableBuilder> | undefined;
let last: Promise<unknown> = Promise.resolve();
process.on('message', ({ id, task }: BuilderRequest) => {
  last = last
    .then(() => run(task))
    .then(
      () => reply({ id, fault: null }),
      (error: unknown) => reply({ id, fault: error instanceof Error ? error.message : String(error) }),
    );
});

const reply = (message: BuilderReply) => void process.send?.(message, () => undefined);

async function run(task: BuilderTask): Promise<void> {
  if (task.do === 'open') {
    builder = open(task);
    await builder;
    return;
  }
  if (!builder) throw new Error('the table is not open');
  const opened = await builder;
  if (task.do === 'add') await opened.add(task.documents);
  else if (task.do === 'flush') await opened.flush();
  else if (task.do === 'optimise') await opened.optimise();
  else await opened.createIndex(task.column);
}

async function open({ place, table, words }: Extract<BuilderTask, { do: 'open' }>): Promise<TableBuilder> {
  const db = await openConnection(place, cacheBytes);
  return openTableBuilder(await db.openTable(table), async () => {
    const { createSegmenter } = await import('#shared/text/segment.ts');
    return loadTokenisers(createSegmenter(words));
  });
}
