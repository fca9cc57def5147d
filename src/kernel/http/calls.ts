import type { Readable } from 'node:stream';
import { z } from 'zod';
import { cleanText } from '../../shared/clean-text.ts';
import { minuteMs } from '../../shared/dates.ts';
import type { ModuleName } from '../../shared/modules.ts';
import { bareSchema, readInput } from '../../shared/read-input.ts';
import { type Actor, hasPermission } from '../actor.ts';
import type { Context } from '../context.ts';
import { forbidden, invalid, notFound, unauthenticated } from '../errors.ts';
import { coerceInput } from './coerce-input.ts';
import type { CallSharing } from './sharing.ts';

/**
 * Who may make a call: anyone, a logged-in member, a member with any permission, or a member with this permission. A
 * call that narrows what it does for the holders of a lesser permission names that as `or`.
 */
export type Access = 'open' | 'member' | 'staff' | { permission: string; or?: string };

/** What a call may know of its request besides the input, and what it may add to the response. */
export type Origin = {
  address: string;
  userAgent: string;
  /** The Cookie header; empty if absent. */
  cookie: string;
  /** The token of `Blade-Auth`, valid or not; undefined without one. */
  sessionToken?: string | undefined;
  /** Scheme and host of the request, as reported by trusted proxies: `https://news.example.cn`. */
  site: string;
  /** Whether the request comes from this machine and was not forwarded by a proxy. */
  isLocal: boolean;
  /** Adds a header to the response, whether the call succeeds or fails. */
  setHeader(name: string, value: string): void;
};

/** An uploaded file. The name and type are claims of the client and prove nothing. */
export type Upload = { bytes: Buffer; name: string; type: string };

/** A large uploaded file, stored at `path` until the call ends. `size` is in bytes; name and type as in `Upload`. */
export type UploadOnDisk = { path: string; size: number; name: string; type: string };

/**
 * The file that a call expects: its form field, its Chinese label, and its maximum size in bytes. `onDisk` streams the
 * file to disk, so that a large one is never held in memory.
 */
export type UploadOptions = { field: string; label: string; maxBytes: number; onDisk?: true };

/** The result of a binary call: a download named `name`. If the stream fails, the download is aborted. */
export type BinaryFile = { name: string; bytes: Buffer | Readable };

/**
 * How often one member, or for visitors one network, may make the call, in any window of `windowMs`. Calls that are
 * refused count too, except for invalid input, so it also limits guesses and what a refusal costs.
 */
export type CallLimit = { max: number; windowMs: number };

/** The limit of calls that a person makes by hand, one at a time: far above what anyone clicks. */
export const byHand: CallLimit = { max: 120, windowMs: minuteMs };

type Schema = z.ZodType | undefined;
type Input<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;
type File<U extends UploadOptions | undefined> = U extends { onDisk: true }
  ? UploadOnDisk
  : U extends UploadOptions
    ? Upload
    : undefined;

export type CallOptions<
  Q extends Schema,
  B extends Schema,
  D extends z.ZodType,
  U extends UploadOptions | undefined,
> = {
  access: Access;
  /** One English sentence for the API description. */
  summary: string;
  query?: Q;
  /** Without a schema the body is not read. */
  body?: B;
  /** Maximum body size in bytes, by default `defaultMaxBodyBytes`. */
  maxBodyBytes?: number;
  data: D;
  /** The response body is sent without the envelope (the OAuth token call). */
  raw?: boolean;
  /** The response sets the XSRF cookie (docs/product.md §14: isLogin and the token call only). */
  setsXsrf?: boolean;
  /** The body is a multipart form with exactly one file, in memory or on disk; its text fields are the body. */
  upload?: U;
  /** The response is a file of this media type, without the envelope; `data` is `binaryFile` then. */
  binary?: string;
  /** The call only reads what a streaming replica has too, and may run twice. By default the primary answers. */
  reads?: 'replica';
  sharing?: CallSharing;
  limit?: CallLimit;
  run: (
    ctx: Context,
    input: { query: Input<Q>; body: Input<B>; file: File<U>; origin: Origin },
  ) => Promise<z.input<D>> | z.input<D>;
};

/** Enough for form fields and a comment; calls that accept a longer text declare their limit. */
const defaultMaxBodyBytes = 64 * 1024;
/** Limit for calls with a long text: about 300,000 Chinese characters. */
export const maxLongTextBytes = 1024 * 1024;

/** One call of the API: declared once, served over HTTP, and called in-process by server rendering. */
export type Call = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly query: z.ZodType | undefined;
  readonly body: z.ZodType | undefined;
  readonly maxBodyBytes: number;
  readonly data: z.ZodType;
  readonly raw: boolean;
  readonly setsXsrf: boolean;
  readonly upload: UploadOptions | undefined;
  readonly binary: string | undefined;
  readonly reads?: 'replica' | undefined;
  readonly sharing?: CallSharing | undefined;
  readonly limit?: CallLimit | undefined;
  /** The module that the call is part of; while it is switched off, the call does not exist. */
  readonly module?: ModuleName | undefined;
  readonly run: (
    ctx: Context,
    input: { query: unknown; body: unknown; file?: unknown; origin: Origin },
  ) => unknown;
};

/** The schema of a binary call's `data`. */
export const binaryFile = z.custom<BinaryFile>();

/** A call with the types of its declaration, from which `CallsOf` derives the wire types. */
export type DeclaredCall<M extends Call['method'], P extends string, Q, B, D> = Call & {
  readonly method: M;
  readonly path: P;
  /** Only for types; it does not exist at run time. */
  readonly wire?: { query: Q; body: B; data: D };
};

const declareCall =
  <const M extends Call['method']>(method: M) =>
  <
    const P extends string,
    D extends z.ZodType,
    Q extends Schema = undefined,
    B extends Schema = undefined,
    const U extends UploadOptions | undefined = undefined,
  >(
    path: P,
    {
      query,
      body,
      maxBodyBytes = defaultMaxBodyBytes,
      raw = false,
      setsXsrf = false,
      upload,
      binary,
      ...rest
    }: CallOptions<Q, B, D, U>,
  ): DeclaredCall<M, P, WireInput<Q>, U extends UploadOptions ? FormData : WireInput<B>, z.output<D>> =>
    ({ method, path, query, body, maxBodyBytes, raw, setsXsrf, upload, binary, ...rest }) as DeclaredCall<
      M,
      P,
      WireInput<Q>,
      U extends UploadOptions ? FormData : WireInput<B>,
      z.output<D>
    >;

type WireInput<S extends Schema> = S extends z.ZodType ? z.input<S> : undefined;
type Sent<N extends string, T> = [T] extends [undefined] ? unknown : { [K in N]: T };
type WireOf<W> = W extends { query: infer Q; body: infer B; data: infer D }
  ? Sent<'query', Q> & Sent<'body', B> & { data: D }
  : never;

/** The wire types of these calls: `{ 'GET /reception/isLogin': { data: boolean } }`. */
export type CallsOf<C extends Call> = {
  [R in C as `${R['method']} ${R['path']}`]: R extends { readonly wire?: infer W }
    ? WireOf<NonNullable<W>>
    : never;
};

/** Makes calls part of a module: while the publisher has switched it off, they answer 404. */
export const inModule = <const C extends readonly Call[]>(module: ModuleName, calls: C): C =>
  calls.map((call) => ({ ...call, module })) as unknown as C;

export const get = declareCall('GET');
export const post = declareCall('POST');

/** Checks whether the actor may make this call at all. @throws unauthenticated or forbidden */
export function checkAccess(access: Access, { actor }: Pick<Context, 'actor'>): void {
  if (access === 'open') return;
  if (actor.kind !== 'member') throw unauthenticated();
  if (access === 'member') {
    if (actor.apiKey) throw forbidden('接口密钥只能调用后台的接口，这个接口要本人登录');
    return;
  }
  if (access === 'staff' ? actor.permissions.size === 0 : !isPermitted(actor, access))
    throw forbidden(actor.apiKey && keyRefusal(access));
}

const isPermitted = (actor: Actor, { permission, or }: { permission: string; or?: string }): boolean =>
  hasPermission(actor, permission) || (or !== undefined && hasPermission(actor, or));

/** Tells the author of a program which permission the key, or its owner, lacks. */
const keyRefusal = (access: 'staff' | { permission: string }): string =>
  access === 'staff' ? '接口密钥的主人已没有后台权限' : `接口密钥或它的主人没有权限 ${access.permission}`;

/** Returns whether the publisher has switched a module off. */
export type IsOff = (ctx: Context, module: ModuleName) => Promise<boolean>;

/** @throws notFound for a call of a module that is switched off */
export async function requireModule(
  { module }: Pick<Call, 'module'>,
  ctx: Context,
  isOff: IsOff,
): Promise<void> {
  if (module && (await isOff(ctx, module))) throw notFound('这个功能没有开放');
}

/** @throws invalid with the first fault; its message is Chinese and names the field by its label */
export function validate(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined;
  const { data, faults } = readInput(schema, coerceInput(schema, input ?? {}));
  if (faults) throw invalid(faults[0].message, faults[0].path.join('.'));
  return data;
}

/** Validates a body after `cleanText` (no NUL, no lone surrogates) of its texts at any depth. */
export const validateBody = (schema: z.ZodType | undefined, body: unknown): unknown =>
  schema && validate(schema, cleanTexts(body, maxBodyDepth));

/** No schema is nested deeper. */
const maxBodyDepth = 20;

function cleanTexts(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) throw invalid('请求内容嵌套过深');
  if (Array.isArray(value)) return value.map((one) => cleanTexts(one, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleanTexts(one, depth - 1)]));
}

/**
 * Validates a query after `cleanText` of its values. An empty value counts as absent. A number, which only clients of
 * the types and JSON bodies send, counts as its digits.
 */
export function validateQuery(schema: z.ZodType | undefined, query: unknown): unknown {
  if (!schema) return undefined;
  const given = Object.entries(cleanTexts(query ?? {}, maxBodyDepth) as object).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.filter((one) => one !== '') : toDigits(value),
  ]);
  return validate(
    schema,
    Object.fromEntries(given.filter(([, value]) => value !== '' && value !== undefined)),
  );
}

const toDigits = (value: unknown): unknown =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;

/** Whether a POST sends its query in the body: it has a query, and the address contains none of its fields. */
export function takesQueryFromBody({ method, query, body, upload }: Call, sent: unknown): boolean {
  if (method !== 'POST' || !query || body || upload) return false;
  const { def } = bareSchema(query)._zod;
  return def.type === 'object' && !Object.keys(sent ?? {}).some((name) => Object.hasOwn(def.shape, name));
}

const inProcessOrigin: Origin = {
  address: '',
  userAgent: '',
  cookie: '',
  site: '',
  isLocal: false,
  setHeader: () => undefined,
};

/** Calls the API in-process (for server rendering), with the same access check, validation and handler as over HTTP. */
export async function callInProcess(call: Call, ctx: Context, query: unknown): Promise<unknown> {
  checkAccess(call.access, ctx);
  return call.run(ctx, { query: validateQuery(call.query, query), body: undefined, origin: inProcessOrigin });
}
