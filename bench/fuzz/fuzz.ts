import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { type Baseline, baselineOf } from './baselines/index.ts';
import type { Operation } from './description.ts';
import { type Fault, judge, maxMs } from './judge.ts';
import { type Mutation, mutate, mutateShot, mutationsOf } from './mutations.ts';
import type { FuzzPortal } from './portal.ts';
import { toShot } from './requests.ts';
import type { Received, Shot } from './send.ts';
import { type Role, roles, type World } from './world.ts';

export type FuzzOptions = {
  seed: number;
  calls: number;
  /** How many calls are under way at a time. */
  connections: number;
  /** Only this call, `POST /member/addComment`. */
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
  /** Longest event-loop delay of the web process. */
  loopDelayMs: number;
  /** How often each kind of fault was met, those beyond the listed findings too. */
  faults: Record<Fault['kind'], number>;
  /** Calls no valid request of which was answered with success. */
  withoutBaseline: { operation: string; why: string }[];
  findings: Finding[];
};

/** One call under fuzz. `count` numbers its mutated requests: seed, call and number decide what is done. */
type Target = {
  operation: Operation;
  mutations: fc.Arbitrary<Mutation[]>;
  baseline: Baseline | null;
  making: Promise<Baseline> | null;
  count: number;
  /** Answers in a row that say that what the baseline names is gone. */
  misses: number;
};

/** After this many requests of a call its baseline is sent as it is. */
const checkEvery = 16;
const knownIds = 400;

export async function fuzz(portal: FuzzPortal, world: World, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, calls, connections, only, log = () => undefined } = options;
  const targets = portal.api
    .filter(({ key }) => !only || key === only)
    .map(
      (operation): Target => ({
        operation,
        mutations: mutationsOf(operation),
        baseline: null,
        making: null,
        count: 0,
        misses: 0,
      }),
    );
  if (targets.length === 0) throw new Error(`no call is named ${only}`);
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
  let healing: Promise<void> | null = null;

  /** Puts the portal back in order; those who come meanwhile wait for the same. */
  const heal = () => {
    healing ??= (async () => {
      await world.renewPeople();
      await world.heal();
    })().finally(() => {
      healing = null;
    });
    return healing;
  };

  const find = (operation: string, { kind, what }: Fault, input: string, repeat: string) => {
    report.faults[kind] += 1;
    // One of each kind for a call: the others are likely the same.
    const isKnown = report.findings.some((one) => one.operation === operation && one.kind === kind);
    if (!isKnown) report.findings.push({ operation, kind, fault: what, input, repeat });
  };

  const send = async (target: Target, request: Baseline, mutations: readonly Mutation[], repeat: string) => {
    const { operation } = target;
    const as = request.as ?? world.roleFor(operation.access, target.count);
    const token = (typeof as === 'string' ? world.person(as) : as)?.token ?? null;
    const shot = mutateShot(toShot(operation, request, token), mutations);
    report.calls += 1;
    report.byRole[typeof as === 'string' ? as : 'other'] += 1;
    let answer: Received;
    try {
      answer = await portal.sender.send(shot);
    } catch (error) {
      find(
        operation.key,
        { kind: 'failure', what: `was not answered: ${(error as Error).message}` },
        printShot(shot),
        repeat,
      );
      return null;
    }
    report.byStatus[answer.status] = (report.byStatus[answer.status] ?? 0) + 1;
    report.slowestMs = Math.max(report.slowestMs, answer.ms);
    const fault = judge(operation, answer);
    if (fault) find(operation.key, fault, printShot(shot), repeat);
    return answer;
  };

  /** Makes a baseline and sees it succeed. @throws with the answer when it does not */
  const makeBaseline = async (target: Target): Promise<Baseline> => {
    let why = '';
    for (let tries = 0; tries < 4; tries += 1) {
      if (tries > 0) await heal();
      try {
        const baseline = await baselineOf(target.operation)(world);
        const answer = await send(target, baseline, [], 'the baseline itself');
        if (answer?.status === 200) {
          // What succeeded once may be used up: mutations start from another of its kind.
          const next =
            target.operation.method === 'POST' ? await baselineOf(target.operation)(world) : baseline;
          for (const id of idsIn(next))
            ids[ids.length < knownIds ? ids.length : Math.floor(Math.random() * knownIds)] = id;
          return next;
        }
        why = answer ? `${answer.status} ${answer.bytes.toString('utf8').slice(0, 300)}` : 'no answer';
      } catch (error) {
        why = (error as Error).message;
      }
    }
    throw new Error(why);
  };

  const ensureBaseline = async (target: Target): Promise<Baseline | null> => {
    if (target.baseline) return target.baseline;
    target.making ??= makeBaseline(target).finally(() => {
      target.making = null;
    });
    try {
      target.baseline = await target.making;
      target.misses = 0;
    } catch (error) {
      if (!report.withoutBaseline.some(({ operation }) => operation === target.operation.key))
        report.withoutBaseline.push({ operation: target.operation.key, why: (error as Error).message });
    }
    return target.baseline;
  };

  const fuzzOnce = async (target: Target): Promise<void> => {
    // Somebody else makes its baseline, for which the worker may be needed: others go on with other calls.
    if (target.making && targets.length > 1) return;
    const baseline = await ensureBaseline(target);
    const number = target.count;
    target.count += 1;
    if (number > 0 && number % checkEvery === 0 && baseline) {
      // Sent as it is, and made again when it no longer succeeds.
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

  // Every call has its baseline before the first is mutated.
  await inParallel(connections, targets, ensureBaseline);
  log(`  every baseline was tried after ${Math.round(performance.now() / 1000)} s`);
  await portal.loopDelay();
  let place = 0;
  const started = performance.now();
  let nextLog = 0;
  const work = async () => {
    while (report.calls < calls && !portal.fault()) {
      const target = targets[place % targets.length];
      place += 1;
      if (target) await fuzzOnce(target);
      if (place % 50 === 0) await world.openLimits();
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
  if (fault) find('the portal', { kind: 'failure', what: fault }, '', `npm run fuzz -- --seed ${seed}`);
  return report;
}

/** The report as it is printed; the last line counts. */
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
    ...withoutBaseline.map(({ operation, why }) => `✗ no working baseline: ${operation}: ${why}`),
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
  width: number,
  things: readonly T[],
  work: (thing: T) => Promise<unknown>,
) {
  let place = 0;
  const run = async () => {
    for (let thing = things[place++]; thing !== undefined; thing = things[place++]) await work(thing);
  };
  await Promise.all(Array.from({ length: width }, run));
}

const seedOf = (seed: number, key: string, number: number): number =>
  createHash('sha256').update(`${seed} ${key} ${number}`).digest().readInt32BE(0);

/** Ids that a request names. */
const idsIn = (baseline: Baseline): string[] =>
  [baseline.query, baseline.body].flatMap((part) =>
    [...JSON.stringify(part ?? null).matchAll(/"(\d{1,18})"/g)].map(([, id = '']) => id),
  );

const printMutations = (mutations: readonly Mutation[]): string => short(JSON.stringify(mutations), 600);

function printShot({ method, path, query, headers, content, rawHead }: Shot): string {
  const search = query.map(([name, value]) => `${name}=${short(JSON.stringify(value), 200)}`).join('&');
  const body = content
    ? ` ${content.type} ${short(JSON.stringify(content.bytes.toString('utf8')), 800)}`
    : '';
  const { authorization: _, ...rest } = headers;
  return `${method} ${path}?${search} ${short(JSON.stringify(rest), 300)}${rawHead === undefined ? '' : ` raw head ${short(JSON.stringify(rawHead), 100)}`}${body}`;
}

const short = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max)}… (${text.length})` : text;
