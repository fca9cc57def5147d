import type { Context } from '#kernel/context.ts';
import { dayOf } from '#shared/dates.ts';
import { isOpenAt } from '../rules/sessions.ts';
import { findSessions } from './securities.ts';

/** Whether orders are taken at a moment, or were up to `lateMs` before it. */
export async function isSessionAt(ctx: Context, at: Date, lateMs = 0): Promise<boolean> {
  const day = dayOf(at);
  const { isTradeDay, sessions } = await findSessions(ctx, day);
  if (!isTradeDay) return false;
  if (isOpenAt(sessions, at)) return true;
  const late = at.getTime() - lateMs;
  return sessions.some(({ closes }) => {
    const closed = Date.parse(`${day}T${closes}:00+08:00`);
    return closed <= at.getTime() && closed > late;
  });
}
