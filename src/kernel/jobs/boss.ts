import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

/** The job queue, in a schema of its own beside the tenants' (ARCHITECTURE, Tenants). */
export async function startBoss(connectionString: string, log: Logger): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString, schema: 'pgboss', max: 3 });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  await boss.start();
  return boss;
}

/** Runs `work` on a cron schedule (Shanghai time), once however many workers there are; a failure is tried again. */
export async function runEvery(
  boss: PgBoss,
  name: string,
  cron: string,
  work: () => Promise<void>,
): Promise<void> {
  await boss.createQueue(name, { policy: 'singleton', retryLimit: 2 });
  await boss.schedule(name, cron, null, { tz: 'Asia/Shanghai' });
  await boss.work(name, work);
}
