import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { deriveToken, type Exchanged } from '../derived-tokens.ts';
import { hashToken } from '../sessions.ts';
import type { ServicePerson } from './wechat-client.ts';
import {
  deleteOauthState,
  findBindTicket,
  findOauthStateNamed,
  insertBindTicket,
  updateOauthStateNamed,
  type WechatPerson,
} from './wechat-queries.ts';
import {
  type CodeExchange,
  claimState,
  type Purpose,
  stateExpired,
  type WechatScan,
} from './wechat-states.ts';

const ticketMs = 15 * 60_000;
/** WeChat may take ten seconds for each of its two answers. */
const maxWaitMs = 20_000;
const waitStepMs = 150;

/** The person behind a code, and the ticket that continues without the code, which works once at WeChat. */
export type ExchangedCode = {
  /** Undefined once a repeated exchange finds that the ticket was used: the log-in is over. */
  person: WechatPerson | undefined;
  hasProfile: boolean;
  ticket: string;
  exchanged: Exchanged;
  isRepeated: boolean;
};

/**
 * Exchanges the code of a redirect for the person at WeChat, once: the same browser gets the same person and ticket when
 * it repeats the exchange within `repeatMs`, also while the first one waits for WeChat.
 * @throws invalid for a state that is not this browser's; the errors of `fetchPerson`
 */
export async function exchangeCode(
  ctx: Context,
  scan: WechatScan,
  { purposes, origin }: { purposes: readonly Purpose[]; origin: Origin },
  fetchPerson: (purpose: Purpose) => Promise<ServicePerson>,
): Promise<ExchangedCode> {
  const exchange = await claimState(ctx, scan, purposes, origin);
  const { exchanged, isRepeated } = exchange;
  const ticket = await deriveToken(ctx, 'ticket', exchanged);
  const found = isRepeated
    ? await waitForPerson(ctx, exchange, ticket)
    : await fetchOnce(ctx, exchange, ticket, fetchPerson);
  return { ...found, ticket, exchanged, isRepeated };
}

async function fetchOnce(
  ctx: Context,
  { purpose, stateHash }: CodeExchange,
  ticket: string,
  fetchPerson: (purpose: Purpose) => Promise<ServicePerson>,
): Promise<ServicePerson> {
  try {
    const found = await fetchPerson(purpose);
    const expiresAt = new Date(ctx.now().getTime() + ticketMs);
    await inTransaction(ctx, async (trx) => {
      await insertBindTicket(trx, hashToken(ticket), found.person, expiresAt);
      await updateOauthStateNamed(trx, stateHash, found.hasProfile);
    });
    return found;
  } catch (error) {
    // Ends the wait of a repeated exchange.
    await deleteOauthState(ctx.db, stateHash);
    throw error;
  }
}

async function waitForPerson(
  ctx: Context,
  { stateHash }: CodeExchange,
  ticket: string,
): Promise<Pick<ExchangedCode, 'person' | 'hasProfile'>> {
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += waitStepMs) {
    const state = await findOauthStateNamed(ctx.db, stateHash);
    if (!state) break;
    if (state.has_profile !== null)
      return {
        person: await findBindTicket(ctx.db, hashToken(ticket), ctx.now()),
        hasProfile: state.has_profile,
      };
    await pause(waitStepMs);
  }
  throw stateExpired();
}
