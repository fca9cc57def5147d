import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { baselineOf } from './baseline.ts';
import type { Operation } from './description.ts';
import { type Fault, findFault, maxMs } from './find-fault.ts';
import { type Mutation, mutate, mutateHttpRequest, mutationsOf } from './mutations.ts';
import type { FuzzPortal } from './portal.ts';
import { toHttpRequest } from './requests.ts';
import type { HttpRequest, HttpResponse } from './send.ts';
import type { Baseline } from './setups/setup.ts';
import { type Role, roles, type World } from './world.ts';

export type FuzzOptions = {
  seed: number;
  calls: number;
  /** Number of concurrent calls. */
  connections: number;
  /** Fuzzes only this call, `POST /member/addComment`. */
  only?: string;
  log?: (line: string) => void;
};

export type Finding = {
  operation: string;
  kind: Fault['kind'];
  fault: string;
  input: string;
  repeat: string;
};

export type FuzzReport = {
  calls: number;
  operations: number;
  byRole: Record<Role | 'other', number>;
  byStatus: Record<string, number>;
  slowestMs: number;
  /** Longest event-loop delay of the web process in ms. */
  loopDelayMs: number;
  /** Number of faults of each kind, including those not listed in the findings. */
  faults: Record<Fault['kind'], number>;
  /** Calls for which no valid request succeeded. */
  withoutBaseline: { operation: string; reason: string }[];
  findings: Finding[];
};

/** The state of one call under fuzz. Seed, call and `count` (the number of mutated requests) determine the mutation. */
type Target = {
  operation: Operation;
  mutations: fc.Arbitrary<Mutation[]>;
  baseline: Baseline | null;
  pendingBaseline: Promise<Baseline> | null;
  count: number;
  /** Consecutive responses showing that what the baseline names is gone. */
  misses: number;
};

/** After this many requests of a call, its baseline is sent unchanged. */
const baselineCheckInterval = 16;
const maxKnownIds = 400;

export async function fuzz(portal: FuzzPortal, world: World, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, calls, connections, only, log = () => undefined } = options;
  const targets = portal.api
    .filter(({ key }) => !only || key === only)
    .map(
      (operation): Target => ({
        operation,
        mutations: mutationsOf(operation),
        baseline: null,
        pendingBaseline: null,
        count: 0,
        misses: 0,
      }),
    );
  if (targets.length === 0) throw new Error(`there is no call ${only}`);
  const report: FuzzReport = {
    calls: 0,
    operations: targets.length,
    byRole: Object.fromEntries([...roles, 'other'].map((role) => [role, 0])) as FuzzReport['byRole'],
    byStatus: {},
    slowestMs: 0,
    loopDelayMs: 0,
    faults: { failure: 0, slow: 0, 'no envelope': 0, language: 0 },
    withoutBaseline: [],
    findings: [],
  };
  const ids: string[] = [];
  let repairing: Promise<void> | null = null;

  /** Restores the portal's state; concurrent callers share one repair. */
  const repair = () => {
    repairing ??= (async () => {
      await world.renewPeople();
      await world.repair();
    })().finally(() => {
      repairing = null;
    });
    return repairing;
  };

  const addFinding = (operation: string, { kind, what }: Fault, input: string, repeat: string) => {
    report.faults[kind] += 1;
    // Lists one finding of each kind per call: further ones are probably the same.
    const isListed = report.findings.some((one) => one.operation === operation && one.kind === kind);
    if (!isListed) report.findings.push({ operation, kind, fault: what, input, repeat });
  };

  const send = async (target: Target, request: Baseline, mutations: readonly Mutation[], repeat: string) => {
    const { operation } = target;
    const caller = request.as ?? world.roleFor(operation.access, target.count);
    const token = (typeof caller === 'string' ? world.person(caller) : caller)?.token ?? null;
    const httpRequest = mutateHttpRequest(toHttpRequest(operation, request, token), mutations);
    report.calls += 1;
    report.byRole[typeof caller === 'string' ? caller : 'other'] += 1;
    let answer: HttpResponse;
    try {
      answer = await portal.sender.send(httpRequest);
    } catch (error) {
      addFinding(
        operation.key,
        { kind: 'failure', what: `got no response: ${(error as Error).message}` },
        printHttpRequest(httpRequest),
        repeat,
      );
      return null;
    }
    report.byStatus[answer.status] = (report.byStatus[answer.status] ?? 0) + 1;
    report.slowestMs = Math.max(report.slowestMs, answer.ms);
    let fault = findFault(operation, answer);
    // Other work on the machine may have delayed it. What is slow by itself is slow again.
    for (let times = 0; times < 2 && fault?.kind === 'slow'; times += 1)
      fault = findFault(operation, await portal.sender.send(httpRequest).catch(() => answer));
    if (fault) addFinding(operation.key, fault, printHttpRequest(httpRequest), repeat);
    return answer;
  };

  /** Creates a baseline and verifies that it succeeds. @throws with the response otherwise */
  const makeBaseline = async (target: Target): Promise<Baseline> => {
    let reason = '';
    for (let tries = 0; tries < 4; tries += 1) {
      if (tries > 0) await repair();
      try {
        const baseline = await baselineOf(world, target.operation);
        const answer = await send(target, baseline, [], 'the baseline itself');
        if (answer?.status === 200) {
          // The verified request may have used up its data, so mutations start from another baseline of the same kind.
          const next =
            target.operation.method === 'POST' ? await baselineOf(world, target.operation) : baseline;
          for (const id of idsIn(next))
            ids[ids.length < maxKnownIds ? ids.length : Math.floor(Math.random() * maxKnownIds)] = id;
          return next;
        }
        reason = answer ? `${answer.status} ${answer.bytes.toString('utf8').slice(0, 300)}` : 'no answer';
      } catch (error) {
        reason = (error as Error).message;
      }
    }
    throw new Error(reason);
  };

  const ensureBaseline = async (target: Target): Promise<Baseline | null> => {
    if (target.baseline) return target.baseline;
    target.pendingBaseline ??= makeBaseline(target).finally(() => {
      target.pendingBaseline = null;
    });
    try {
      target.baseline = await target.pendingBaseline;
      target.misses = 0;
    } catch (error) {
      if (!report.withoutBaseline.some(({ operation }) => operation === target.operation.key))
        report.withoutBaseline.push({ operation: target.operation.key, reason: (error as Error).message });
    }
    return target.baseline;
  };

  const fuzzOnce = async (target: Target): Promise<void> => {
    // Another task is creating this call's baseline, possibly waiting for the worker; continue with other calls.
    if (target.pendingBaseline && targets.length > 1) return;
    const baseline = await ensureBaseline(target);
    const number = target.count;
    target.count += 1;
    if (number > 0 && number % baselineCheckInterval === 0 && baseline) {
      // Sends the baseline unchanged, and creates a new one if it no longer succeeds.
      const answer = await send(target, baseline, [], 'the baseline itself');
      if (answer?.status !== 200 || target.operation.method === 'POST') target.baseline = null;
      return;
    }
    const [mutations = []] = fc.sample(target.mutations, {
      seed: seedOf(seed, target.operation.key, number),
      numRuns: 1,
    });
    const request = mutate(target.operation, baseline ?? {}, mutations, ids);
    const repeat = `npm run fuzz -- --seed ${seed} --only "${target.operation.key}" --calls ${number + 20}`;
    const answer = await send(
      target,
      request,
      mutations,
      `${repeat}   (mutations: ${printMutations(mutations)})`,
    );
    const isMiss = answer && [401, 404, 409, 410, 429].includes(answer.status);
    target.misses = isMiss ? target.misses + 1 : 0;
    if (target.misses >= 6) target.baseline = null;
  };

  // Every call gets its baseline before the first one is mutated.
  await inParallel(connections, targets, ensureBaseline);
  log(`  every baseline was tried after ${Math.round(performance.now() / 1000)} s`);
  await portal.loopDelay();
  let turn = 0;
  const started = performance.now();
  let nextLog = 0;
  const work = async () => {
    while (report.calls < calls && !portal.fault()) {
      const target = targets[turn % targets.length];
      turn += 1;
      if (target) await fuzzOnce(target);
      if (turn % 50 === 0) await world.clearRateLimits();
      if (report.calls >= nextLog) {
        if (nextLog > 0)
          log(
            `  ${report.calls} calls, ${Math.round(report.calls / ((performance.now() - started) / 1000))}/s, ${Object.values(report.faults).reduce((sum, one) => sum + one)} faults`,
          );
        nextLog += 10_000;
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  report.loopDelayMs = await portal.loopDelay().catch(() => Number.NaN);
  const fault = portal.fault();
  if (fault) addFinding('the portal', { kind: 'failure', what: fault }, '', `npm run fuzz -- --seed ${seed}`);
  return report;
}

/** Returns the report as text; its last line is the verdict. */
export function printReport({
  calls,
  operations,
  byRole,
  byStatus,
  findings,
  withoutBaseline,
  faults,
  slowestMs,
  loopDelayMs,
}: FuzzReport): string[] {
  return [
    ...findings.flatMap(({ operation, fault, input, repeat }) => [
      `✗ ${operation} ${fault}`,
      `    ${input}`,
      `    ${repeat}`,
    ]),
    ...withoutBaseline.map(({ operation, reason }) => `✗ no working baseline: ${operation}: ${reason}`),
    `${calls} calls of ${operations} operations`,
    `by role: ${Object.entries(byRole)
      .map(([role, count]) => `${role} ${count}`)
      .join(', ')}`,
    `by status: ${Object.entries(byStatus)
      .map(([status, count]) => `${status} ${count}`)
      .join(', ')}`,
    `slowest answer ${Math.round(slowestMs)} ms; longest event-loop delay of the web process ${Math.round(loopDelayMs)} ms`,
    `${faults.failure} × 5xx or no answer, ${faults.slow} over ${maxMs / 1000} s, ${faults['no envelope']} without envelope, ${faults.language} without a Chinese message`,
    `operations without a working baseline: ${withoutBaseline.length}`,
  ];
}

export const isGood = ({ findings, withoutBaseline }: FuzzReport): boolean =>
  findings.length === 0 && withoutBaseline.length === 0;

export async function inParallel<T>(
  concurrency: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
) {
  let turn = 0;
  const run = async () => {
    for (let item = items[turn++]; item !== undefined; item = items[turn++]) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, run));
}

const seedOf = (seed: number, key: string, number: number): number =>
  createHash('sha256').update(`${seed} ${key} ${number}`).digest().readInt32BE(0);

/** Returns the ids that a request names. */
const idsIn = (baseline: Baseline): string[] =>
  [baseline.query, baseline.body].flatMap((part) =>
    [...JSON.stringify(part ?? null).matchAll(/"(\d{1,18})"/g)].map(([, id = '']) => id),
  );

const printMutations = (mutations: readonly Mutation[]): string => short(JSON.stringify(mutations), 600);

function printHttpRequest({ method, path, query, headers, content, rawHead }: HttpRequest): string {
  const search = query.map(([name, value]) => `${name}=${short(JSON.stringify(value), 200)}`).join('&');
  const body = content
    ? ` ${content.type} ${short(JSON.stringify(content.bytes.toString('utf8')), 800)}`
    : '';
  const { authorization: _, ...rest } = headers;
  return `${method} ${path}?${search} ${short(JSON.stringify(rest), 300)}${rawHead === undefined ? '' : ` raw head ${short(JSON.stringify(rawHead), 100)}`}${body}`;
}

const short = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max)}… (${text.length})` : text;
