import type { Schema } from '#testing/example.ts';
import { baselineOf } from './baseline.ts';
import type { Operation } from './description.ts';
import type { FuzzPortal } from './portal.ts';
import { toHttpRequest } from './requests.ts';
import { dailyCsv, noise } from './samples.ts';
import type { Baseline } from './setups/setup.ts';
import { codes, type World } from './world.ts';

export type LargestResult = {
  operation: string;
  /** Longest event-loop delay of the web process during the call, in ms; the shortest of several tries. */
  ms: number;
  shape: string;
  bytes: number;
  status: number;
};

export const maxLoopDelayMs = 50;

/** Contents of a text of any length: what readers write, and what is expensive for parsers. */
const shapes: Record<string, string> = {
  han: '观澜长堤潮起潮落',
  'rare Hanzi': '𠮷𡈽𠀋',
  emoji: '👨‍👩‍👧‍👦👍🇨🇳',
  'combining marks': 'e\u0301\u0327',
  links: '<a href="https://news.example.cn/1">链</a>',
  paragraphs: '<p>一</p>',
  'nested elements': '<div><b><i>',
  'table cells': '<table><tr><td>1</td></tr></table>',
  pictures: '<img src="/files/x.png" alt="图">',
  'open brackets': '<',
  entities: '&amp;',
  'Markdown links': '[a](https://e.cn/)',
  'stock codes': '600519 贵州茅台 ',
  spaces: ' ',
  words: 'a b ',
  addresses: 'https://e.cn/a ',
};

/** Length to try if the description does not limit a text. */
const defaultLength = 4000;
/** Larger files are allowed but streamed; sending them would measure this machine's memory. */
const maxFileBytes = 24 * 1024 * 1024;
const tries = 3;

/**
 * Sends the largest request that each call accepts, in every shape, one at a time. After a refusal it reduces what the
 * message names until the request is accepted; the delay of refusals counts too.
 */
export async function measureLargest(
  portal: FuzzPortal,
  world: World,
  { only, log }: { only?: string | undefined; log: (line: string) => void },
): Promise<LargestResult[]> {
  const results: LargestResult[] = [];
  const operations = portal.api.filter(({ key }) => !only || key === only);
  for (const [index, operation] of operations.entries()) {
    await world.clearRateLimits();
    const started = performance.now();
    let worst: LargestResult | null = null;
    // Reading calls use nothing up, so their baselines can be shared.
    let sharedBaseline: Promise<Baseline> | null = null;
    const getBaseline = () => {
      if (operation.method !== 'GET') return makeBaseline(world, operation);
      sharedBaseline ??= makeBaseline(world, operation);
      return sharedBaseline;
    };
    for (const shape of shapesFor(operation)) {
      const one = await measureShape({ portal, world, operation, getBaseline }, shape);
      if (one && (!worst || one.ms > worst.ms)) worst = one;
    }
    // A word list of a hundred thousand entries would slow down every later call.
    if (operation.upload) await world.repair();
    if (worst) results.push(worst);
    if (worst && worst.ms > maxLoopDelayMs) log(printResult(worst));
    const seconds = (performance.now() - started) / 1000;
    if (seconds > 10) log(`  ${operation.key} was measured for ${Math.round(seconds)} s`);
    if (index % 50 === 49) log(`  ${index + 1} of ${operations.length} operations`);
  }
  return results.sort((one, other) => other.ms - one.ms);
}

type MeasuredCall = {
  portal: FuzzPortal;
  world: World;
  operation: Operation;
  getBaseline: () => Promise<Baseline>;
};

async function measureShape(measuredCall: MeasuredCall, shape: string): Promise<LargestResult | null> {
  const { operation } = measuredCall;
  const limits = new Map<string, number>();
  let scale = 1;
  let worst: LargestResult | null = null;
  for (let step = 0; step < 60; step += 1) {
    const answer = await measureOnce(measuredCall, { shape, limits, scale });
    if (!answer) return worst;
    const { status, msg, ...rest } = answer;
    const one: LargestResult = { operation: operation.key, shape, status, ...rest };
    if (!worst || one.ms > worst.ms) worst = one;
    if (status === 413 || status === 414 || status === 431) scale *= 0.7;
    else if (status === 400) {
      const field = /（(\w+)[^）]*）/.exec(msg)?.[1];
      const now = field && (limits.get(field) ?? answer.longest);
      if (!field || !now || now < 1) break;
      limits.set(field, now > 8 ? Math.floor(now * 0.5) : 0);
    } else break;
  }
  // Other programs on this machine delay the loop too; the call's own delay recurs with every try.
  for (let again = 1; worst && worst.ms > maxLoopDelayMs / 2 && again < tries; again += 1) {
    const answer = await measureOnce(measuredCall, { shape, limits, scale });
    if (answer) worst.ms = Math.min(worst.ms, answer.ms);
  }
  return worst;
}

/** Every post has this body meanwhile, so that calls that read posts meet its size too. */
export const largestBody =
  '<p>第一段，<a href="https://news.example.cn/1">链</a>，600519 贵州茅台。</p>'.repeat(4000);

type Size = { shape: string; limits: ReadonlyMap<string, number>; scale: number };

async function makeBaseline(world: World, operation: Operation): Promise<Baseline> {
  try {
    return await baselineOf(world, operation);
  } catch {
    await world.renewPeople();
    await world.repair();
    return baselineOf(world, operation);
  }
}

async function measureOnce({ portal, world, operation, getBaseline }: MeasuredCall, size: Size) {
  const baseline = await getBaseline();
  const enlarged = await enlarge(operation, baseline, size);
  const caller = enlarged.as ?? world.roleFor(operation.access, 0);
  const token = (typeof caller === 'string' ? world.person(caller) : caller)?.token ?? null;
  const httpRequest = toHttpRequest(operation, enlarged, token);
  await portal.loopDelay();
  const answer = await portal.sender.send(httpRequest).catch(() => null);
  const ms = await portal.loopDelay();
  if (!answer) return null;
  const longest = Math.max(
    defaultLength,
    ...Object.values({ ...(enlarged.body as object), ...enlarged.query }).map(lengthOf),
  );
  const msg = answer.status === 400 ? JSON.parse(answer.bytes.toString('utf8')).msg : '';
  return { ms, status: answer.status, msg, longest, bytes: httpRequest.content?.bytes.length ?? 0 };
}

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0);

async function enlarge(operation: Operation, baseline: Baseline, size: Size): Promise<Baseline> {
  const file = baseline.file && {
    ...baseline.file,
    bytes: await largestFile(operation, baseline.file.bytes),
  };
  const query = enlargeObject(operation.query, baseline.query ?? {}, size);
  if (operation.query.properties?.size) query.size = '100';
  const body = operation.body
    ? enlargeObject(
        chosenBranch(operation.body, baseline.body),
        (baseline.body ?? {}) as Record<string, unknown>,
        size,
      )
    : baseline.body;
  return { ...baseline, query, ...(body === undefined ? {} : { body }), ...(file && { file }) };
}

/** Returns the branch of a union that the baseline uses. */
function chosenBranch(schema: Schema, value: unknown): Schema {
  const branches = schema.anyOf ?? schema.oneOf;
  const given = (value ?? {}) as Record<string, unknown>;
  return (
    branches?.find(({ properties = {} }) =>
      Object.entries(properties).every(([name, one]) => one.const === undefined || one.const === given[name]),
    ) ?? schema
  );
}

/** Keeps the baseline's choices, ids, times and addresses; enlarges texts and lists to their maximum. */
function enlargeObject(schema: Schema, given: Record<string, unknown>, size: Size): Record<string, unknown> {
  const enlarged = { ...given };
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    const limit = size.limits.get(name);
    const value = enlargeValue(name, one, given[name], size);
    if (limit === 0) {
      if (name in given) enlarged[name] = given[name];
      else delete enlarged[name];
    } else if (value !== undefined) enlarged[name] = value;
  }
  return enlarged;
}

function enlargeValue(name: string, schema: Schema, given: unknown, size: Size): unknown {
  const { type, anyOf, enum: choices, pattern, items, maxItems } = schema;
  const branch = anyOf?.find((one) => one.type === 'string' || one.type === 'array' || one.type === 'object');
  if (branch) return enlargeValue(name, branch, given, size);
  if (type === 'object') return enlargeObject(schema, (given ?? {}) as Record<string, unknown>, size);
  if (type === 'array') {
    if (given === undefined && items?.type !== 'string') return undefined;
    const count = Math.min(size.limits.get(name) ?? Number.POSITIVE_INFINITY, maxItems ?? 1000);
    const [first] = (given as unknown[] | undefined) ?? [];
    return Array.from({ length: count }, (_, at) => {
      if (items?.enum || isReference(name) || typeof first === 'object') return first ?? `${at + 1}`;
      return `${at}${textOf(size, Math.floor((items?.maxLength ?? 20) * size.scale)).trim()}`.slice(
        0,
        items?.maxLength ?? 20,
      );
    }).filter((one) => one !== undefined);
  }
  if (type !== 'string' || choices || pattern || isReference(name)) return given;
  const max = Math.min(size.limits.get(name) ?? Number.POSITIVE_INFINITY, schema.maxLength ?? defaultLength);
  return textOf(size, Math.floor(max * size.scale));
}

/** Returns whether a field holds a reference or a time: another text there is refused before it is processed. */
const isReference = (name: string): boolean =>
  /^(id|ids|mark|base|cursor|current|size|code|proof|token|key|value|password|oldPassword|oldValue|state|thing|day|grant_type|into|role|permissions|roles|validFrom|opens|closes|boards|mobile|phone|email|url|from|to|cover|avatar|image|href|link|username|number|agreement|privacy)$|Ids?$|On$|At$|Time$|Code$/.test(
    name,
  );

const textOf = ({ shape }: Size, length: number): string => {
  const unit = shapes[shape] ?? 'x';
  return unit.repeat(Math.max(1, Math.floor(length / unit.length))).slice(0, Math.max(1, length));
};

/** Texts beside a file are small. */
function shapesFor({ query, body, upload }: Operation): string[] {
  const hasTexts =
    Object.keys({ ...query.properties, ...body?.properties }).length > 0 || body?.anyOf || body?.oneOf;
  return hasTexts && !upload ? Object.keys(shapes) : ['han'];
}

let noisePicture: Promise<Buffer> | null = null;

async function largestFile({ key, upload }: Operation, usual: Buffer): Promise<Buffer> {
  const max = Math.min(upload?.maxBytes ?? 0, maxFileBytes);
  const lines = (line: (at: number) => string, count = Number.POSITIVE_INFINITY): Buffer => {
    const parts: string[] = [];
    for (let at = 0, size = 0; size < max - 200 && at < count; at += 1) {
      const one = line(at);
      parts.push(one);
      size += Buffer.byteLength(one);
    }
    return Buffer.from(parts.join(''));
  };
  // A list may not have more than 200,000 lines.
  if (key.endsWith('/word/import')) return lines((at) => `敏感词${at.toString(36)},warn,分类\n`, 199_000);
  if (key.endsWith('/market/import')) {
    const [head = '', row = ''] = dailyCsv(codes.stock, '2026-11-20').toString('utf8').split('\n');
    return Buffer.concat([
      Buffer.from(`${head}\n`),
      lines((at) => `${row.replace(codes.stock, String(100_000 + (at % 900_000)))}\n`),
    ]);
  }
  if (key.endsWith('/transfer/import'))
    return Buffer.concat([
      Buffer.from('---\ntitle: 大\n---\n'),
      lines((at) => `第 ${at} 段，[链](https://e.cn/${at})。\n\n`),
    ]);
  if (key.endsWith('/invoice/issue')) return Buffer.concat([usual, Buffer.alloc(max - usual.length - 100)]);
  // Noise does not compress, so it has as many pixels as the bytes allow.
  noisePicture ??= noise(1250);
  return noisePicture;
}

const printResult = ({ operation, ms, shape, bytes, status }: LargestResult): string =>
  `  ${ms.toFixed(1).padStart(7)} ms  ${operation}  (${shape}, ${bytes} bytes, ${status})`;

export const printLargest = (results: readonly LargestResult[], log: (line: string) => void): boolean => {
  log('longest event-loop delay of the web process, by call:');
  for (const one of results.slice(0, 10)) log(printResult(one));
  const slowResults = results.filter(({ ms }) => ms > maxLoopDelayMs);
  const acceptedCount = results.filter(({ status }) => status === 200).length;
  log(
    `${results.length} operations, ${acceptedCount} of them measured with an accepted request; ${slowResults.length} over ${maxLoopDelayMs} ms`,
  );
  return slowResults.length === 0;
};
