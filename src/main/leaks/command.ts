import { parseArgs } from 'node:util';
import type { Context } from '#kernel/context.ts';
import { createApp } from '../app.ts';
import { usageError } from '../command.ts';
import type { Core } from '../core.ts';
import { runningAddress, scanPortal } from './scan-portal.ts';

/** How many posts are checked between two progress lines. */
const progressInterval = 50;

/** Searches everything that a visitor can reach for locked text. */
export async function leaksCommand(args: string[], core: Core, ctx: Context): Promise<number> {
  const options = { address: { type: 'string' }, most: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const maxPosts = values.most === undefined ? Number.POSITIVE_INFINITY : Number(values.most);
  if (!(maxPosts >= 1)) throw usageError('leaks', '（--most 应为不小于 1 的数）');
  const running = values.address ?? (await runningAddress(core));
  console.error(running === null ? '门户没有在运行，在本进程内检查（不含运行中的缓存）' : `检查 ${running}`);
  let reportedCount = 0;
  const reportProgress = async (done: number, addressCount: number) => {
    if (done < reportedCount + progressInterval) return;
    reportedCount = done;
    console.error(`已查 ${done} 篇，${addressCount} 个地址 …`);
  };
  const app = createApp(core.config, core.connectionString);
  const found = await scanPortal(app, ctx, running, { maxPosts, progress: reportProgress }).finally(() =>
    app.close(),
  );
  const { checked, sentences, addresses, faults } = found;
  for (const { address, pieceId, sentence } of found.leaks)
    console.log(`${address}\t${pieceId}\t${sentence}`);
  for (const fault of faults) console.error(`没有查成：${fault}`);
  console.error(`上锁的句子 ${sentences} 句，问了 ${addresses} 个地址，失败 ${faults.length} 个`);
  console.log(`checked=${checked} leaks=${found.leaks.length}`);
  return found.leaks.length > 0 || faults.length > 0 ? 1 : 0;
}
