import { type Baseline, baselineOf } from './baselines/index.ts';
import type { Operation, Schema } from './description.ts';
import type { FuzzPortal } from './portal.ts';
import { toShot } from './requests.ts';
import { dailyCsv, noise } from './samples.ts';
import { codes, type World } from './world.ts';

export type Held = {
  operation: string;
  /** Longest event-loop delay of the web process while the call was answered, in ms; the shortest of several tries. */
  ms: number;
  shape: string;
  bytes: number;
  status: number;
};

export const maxLoopDelayMs = 50;

/** What a text of any length is made of: what readers write, and what parsers have the most work with. */
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

/** Lengths tried where the description does not say how long a text may be. */
const usualLength = 4000;
/** Larger files are allowed, and read as streams; sending them measures this machine's memory. */
const maxFileBytes = 24 * 1024 * 1024;
const tries = 3;

/**
 * Sends the largest request that each call accepts, in every shape, one at a time. What is refused is made smaller where
 * the refusal says, until it is accepted; the delay of refusals counts too.
 */
export async function measureLargest(
  portal: FuzzPortal,
  world: World,
  { only, log }: { only?: string | undefined; log: (line: string) => void },
): Promise<Held[]> {
  const held: Held[] = [];
  const operations = portal.api.filter(({ key }) => !only || key === only);
  for (const [place, operation] of operations.entries()) {
    await world.openLimits();
    const started = performance.now();
    let worst: Held | null = null;
    // What reads uses nothing up.
    let shared: Promise<Baseline> | null = null;
    const make = () => {
      if (operation.method !== 'GET') return makeBaseline(world, operation);
      shared ??= makeBaseline(world, operation);
      return shared;
    };
    for (const shape of shapesFor(operation)) {
      const one = await measureShape({ portal, world, operation, make }, shape);
      if (one && (!worst || one.ms > worst.ms)) worst = one;
    }
    // A list of a hundred thousand words would weigh on every call after it.
    if (operation.upload) await world.heal();
    if (worst) held.push(worst);
    if (worst && worst.ms > maxLoopDelayMs) log(printHeld(worst));
    const seconds = (performance.now() - started) / 1000;
    if (seconds > 10) log(`  ${operation.key} was measured for ${Math.round(seconds)} s`);
    if (place % 50 === 49) log(`  ${place + 1} of ${operations.length} operations`);
  }
  return held.sort((one, other) => other.ms - one.ms);
}

type Measured = {
  portal: FuzzPortal;
  world: World;
  operation: Operation;
  make: () => Promise<Baseline>;
};

async function measureShape(measured: Measured, shape: string): Promise<Held | null> {
  const { operation } = measured;
  const limits = new Map<string, number>();
  let scale = 1;
  let worst: Held | null = null;
  for (let step = 0; step < 60; step += 1) {
    const answer = await measureOnce(measured, { shape, limits, scale });
    if (!answer) return worst;
    const { status, msg, ...rest } = answer;
    const one: Held = { operation: operation.key, shape, status, ...rest };
    if (!worst || one.ms > worst.ms) worst = one;
    if (status === 413 || status === 414 || status === 431) scale *= 0.7;
    else if (status === 400) {
      const field = /（(\w+)[^）]*）/.exec(msg)?.[1];
      const now = field && (limits.get(field) ?? answer.longest);
      if (!field || !now || now < 1) break;
      limits.set(field, now > 8 ? Math.floor(now * 0.5) : 0);
    } else break;
  }
  // Other programs of this machine delay the loop too: what the call itself does is there every time.
  for (let again = 1; worst && worst.ms > maxLoopDelayMs / 2 && again < tries; again += 1) {
    const answer = await measureOnce(measured, { shape, limits, scale });
    if (answer) worst.ms = Math.min(worst.ms, answer.ms);
  }
  return worst;
}

/** What every post holds meanwhile: readers of it meet its size too. */
export const largestBody =
  '<p>第一段，<a href="https://news.example.cn/1">链</a>，600519 贵州茅台。</p>'.repeat(4000);

type Size = { shape: string; limits: ReadonlyMap<string, number>; scale: number };

async function makeBaseline(world: World, operation: Operation): Promise<Baseline> {
  try {
    return await baselineOf(operation)(world);
  } catch {
    await world.renewPeople();
    await world.heal();
    return baselineOf(operation)(world);
  }
}

async function measureOnce({ portal, world, operation, make }: Measured, size: Size) {
  const baseline = await make();
  const grown = await grow(operation, baseline, size);
  const as = grown.as ?? world.roleFor(operation.access, 0);
  const token = (typeof as === 'string' ? world.person(as) : as)?.token ?? null;
  const shot = toShot(operation, grown, token);
  await portal.loopDelay();
  const answer = await portal.sender.send(shot).catch(() => null);
  const ms = await portal.loopDelay();
  if (!answer) return null;
  const longest = Math.max(
    usualLength,
    ...Object.values({ ...(grown.body as object), ...grown.query }).map(lengthOf),
  );
  const msg = answer.status === 400 ? JSON.parse(answer.bytes.toString('utf8')).msg : '';
  return { ms, status: answer.status, msg, longest, bytes: shot.content?.bytes.length ?? 0 };
}

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0);

async function grow(operation: Operation, baseline: Baseline, size: Size): Promise<Baseline> {
  const file = baseline.file && {
    ...baseline.file,
    bytes: await largestFile(operation, baseline.file.bytes),
  };
  const query = growObject(operation.query, baseline.query ?? {}, size);
  if (operation.query.properties?.size) query.size = '100';
  const body = operation.body
    ? growObject(pick(operation.body, baseline.body), (baseline.body ?? {}) as Record<string, unknown>, size)
    : baseline.body;
  return { ...baseline, query, ...(body === undefined ? {} : { body }), ...(file && { file }) };
}

/** The branch of a union that the baseline took. */
function pick(schema: Schema, value: unknown): Schema {
  const branches = schema.anyOf ?? schema.oneOf;
  const given = (value ?? {}) as Record<string, unknown>;
  return (
    branches?.find(({ properties = {} }) =>
      Object.entries(properties).every(([name, one]) => one.const === undefined || one.const === given[name]),
    ) ?? schema
  );
}

/** What the baseline says in choices, ids, times and addresses stays; texts and lists become as large as they may. */
function growObject(schema: Schema, given: Record<string, unknown>, size: Size): Record<string, unknown> {
  const grown = { ...given };
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    const limit = size.limits.get(name);
    const value = growValue(name, one, given[name], size);
    if (limit === 0) {
      if (name in given) grown[name] = given[name];
      else delete grown[name];
    } else if (value !== undefined) grown[name] = value;
  }
  return grown;
}

function growValue(name: string, schema: Schema, given: unknown, size: Size): unknown {
  const { type, anyOf, enum: choices, pattern, items, maxItems } = schema;
  const branch = anyOf?.find((one) => one.type === 'string' || one.type === 'array' || one.type === 'object');
  if (branch) return growValue(name, branch, given, size);
  if (type === 'object') return growObject(schema, (given ?? {}) as Record<string, unknown>, size);
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
  const most = Math.min(size.limits.get(name) ?? Number.POSITIVE_INFINITY, schema.maxLength ?? usualLength);
  return textOf(size, Math.floor(most * size.scale));
}

/** Fields that name something, or say when: any other text in them is refused before it is looked at. */
const isReference = (name: string): boolean =>
  /^(id|ids|mark|base|cursor|current|size|code|proof|token|key|value|password|oldPassword|oldValue|state|thing|day|grant_type|into|role|permissions|roles|validFrom|opens|closes|boards|mobile|phone|email|url|from|to|cover|avatar|image|href|link|username|number|agreement|privacy)$|Ids?$|On$|At$|Time$|Code$/.test(
    name,
  );

const textOf = ({ shape }: Size, length: number): string => {
  const unit = shapes[shape] ?? 'x';
  return unit.repeat(Math.max(1, Math.floor(length / unit.length))).slice(0, Math.max(1, length));
};

/** Beside a file, texts are small. */
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
  // No list may have more than 200,000 lines.
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
  // Noise does not compress: as many pixels as the bytes allow.
  noisePicture ??= noise(1250);
  return noisePicture;
}

const printHeld = ({ operation, ms, shape, bytes, status }: Held): string =>
  `  ${ms.toFixed(1).padStart(7)} ms  ${operation}  (${shape}, ${bytes} bytes, ${status})`;

export const printLargest = (held: readonly Held[], log: (line: string) => void): boolean => {
  log('longest event-loop delay of the web process, by call:');
  for (const one of held.slice(0, 10)) log(printHeld(one));
  const over = held.filter(({ ms }) => ms > maxLoopDelayMs);
  const accepted = held.filter(({ status }) => status === 200).length;
  log(
    `${held.length} operations, ${accepted} of them measured with an accepted request; ${over.length} over ${maxLoopDelayMs} ms`,
  );
  return over.length === 0;
};
