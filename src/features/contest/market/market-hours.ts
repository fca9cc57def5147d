import type { Context } from '#kernel/context.ts';
import { dayOf } from '#shared/dates.ts';
import { isOpenAt } from '../rules/sessions.ts';
import { isTradeDay } from './market-queries.ts';
import { sessionsOn } from './securities.ts';

/** Whether orders are taken at a moment, or were up to `lateMs` before it. */
export async function isSessionAt(ctx: Context, at: Date, lateMs = 0): Promise<boolean> {
  const day = dayOf(at);
  if (!(await isTradeDay(ctx.db, day))) return false;
  const sessions = await sessionsOn(ctx, day);
  if (isOpenAt(sessions, at)) return true;
  const late = at.getTime() - lateMs;
  return sessions.some(({ closes }) => {
    const closed = Date.parse(`${day}T${closes}:00+08:00`);
    return closed <= at.getTime() && closed > late;
  });
}
