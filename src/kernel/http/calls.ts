import type { Readable } from 'node:stream';
import { z } from 'zod';
import { cleanText } from '../../shared/clean-text.ts';
import { holds } from '../actor.ts';
import type { Context } from '../context.ts';
import { forbidden, invalid, unauthenticated } from '../errors.ts';

/** Who may make a call: anyone, whoever is logged in, or whoever holds a permission code. */
export type Access = 'open' | 'member' | { permission: string };

/** What a call may know of the request besides its input, and add to its answer. */
export type Origin = {
  address: string;
  userAgent: string;
  /** The Cookie header, empty without one. */
  cookie: string;
  /** Scheme and host it was asked under, as far as the trusted proxies say: `https://news.example.cn`. */
  site: string;
  /** From this very machine, and not passed on by a proxy for somebody else. */
  isLocal: boolean;
  /** Adds a header to the answer, whatever becomes of the call. */
  setHeader(name: string, value: string): void;
};

/** A file as it came in; what it is called and said to be is the sender's word, and proves nothing. */
export type Upload = { bytes: Buffer; name: string; type: string };

/** A large file as it came in, on disk at `path` until the call is over; `size` in bytes, name and type as `Upload`. */
export type UploadOnDisk = { path: string; size: number; name: string; type: string };

/**
 * What a call that takes a file expects: the form field, what a person calls it, and its largest size in bytes.
 * `onDisk`: it is written to a file as it comes in, so that large ones never lie in memory.
 */
export type UploadOptions = { field: string; label: string; mostBytes: number; onDisk?: true };

/** The answer of a binary call: a file to be saved under `name`. A stream that fails breaks the download off. */
export type BinaryFile = { name: string; bytes: Buffer | Readable };

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
  /** Without one no body is read. */
  body?: B;
  /** Largest body in bytes, by default `usualBodyBytes`. */
  maxBodyBytes?: number;
  data: D;
  /** The body is sent as it is, without the envelope (the OAuth token call). */
  raw?: boolean;
  /** The reply sets the XSRF cookie (PRODUCT §4: isLogin and the token call only). */
  setsXsrf?: boolean;
  /** The body is a form (multipart) that holds exactly one file, in memory or on disk; its texts are the body. */
  upload?: U;
  /** The answer is a file of this media type, without the envelope; `data` is then `binaryFile`. */
  binary?: string;
  run: (
    ctx: Context,
    input: { query: Input<Q>; body: Input<B>; file: File<U>; origin: Origin },
  ) => Promise<z.input<D>> | z.input<D>;
};

/** Fields and a comment; calls that take a long text declare what they need. */
const usualBodyBytes = 64 * 1024;
/** A long text: some 300,000 Chinese characters. */
export const longTextBytes = 1024 * 1024;

/** One call of the API as the house knows it: declared once, served over HTTP and asked in-process by pages. */
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
  readonly run: (
    ctx: Context,
    input: { query: unknown; body: unknown; file?: unknown; origin: Origin },
  ) => unknown;
};

/** The `data` of a binary call. */
export const binaryFile = z.custom<BinaryFile>();

/** A call with the types of its declaration, from which `CallsOf` derives what crosses the wire. */
export type DeclaredCall<M extends Call['method'], P extends string, Q, B, D> = Call & {
  readonly method: M;
  readonly path: P;
  /** Of the declaration; nothing exists at run time. */
  readonly wire?: { query: Q; body: B; data: D };
};

const declare =
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
      maxBodyBytes = usualBodyBytes,
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

/** What crosses the wire in these calls: `{ 'GET /reception/isLogin': { data: boolean } }`. */
export type CallsOf<C extends Call> = {
  [R in C as `${R['method']} ${R['path']}`]: R extends { readonly wire?: infer W }
    ? WireOf<NonNullable<W>>
    : never;
};

export const get = declare('GET');
export const post = declare('POST');

/** @throws unauthenticated or forbidden when the actor may not make this call at all */
export function admit(access: Access, { actor }: Pick<Context, 'actor'>): void {
  if (access === 'open') return;
  if (actor.kind !== 'member') throw unauthenticated();
  if (access !== 'member' && !holds(actor, access.permission)) throw forbidden();
}

/** What is said of a fault for which its schema has no words; zod's own are English. */
const faultMessage = ({ path = [] }: { path?: PropertyKey[] | undefined }): string =>
  path.length > 0
    ? `参数（${path.map(String).join('.').slice(0, 100)}）不正确，请检查后重试`
    : '请求内容应为 JSON 对象，请检查后重试';

/** @throws invalid with the first fault found; its message is Chinese and names the field */
export function validate(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined;
  const read = schema.safeParse(input ?? {}, { error: faultMessage });
  if (read.success) return read.data;
  throw invalid(read.error.issues[0]?.message ?? '请求参数不正确');
}

/** The same for a body, without what no text of ours can hold (NUL, halves of surrogate pairs), however deep it stands. */
export const validateBody = (schema: z.ZodType | undefined, body: unknown): unknown =>
  schema && validate(schema, cleanTexts(body, maxBodyDepth));

/** No schema of ours looks deeper. */
const maxBodyDepth = 20;

function cleanTexts(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) throw invalid('请求内容嵌套过深');
  if (Array.isArray(value)) return value.map((one) => cleanTexts(one, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleanTexts(one, depth - 1)]));
}

/** The same for a query: an empty value counts as absent, and what no text of ours can hold is left out. */
export function validateQuery(schema: z.ZodType | undefined, query: unknown): unknown {
  if (!schema) return undefined;
  const given = Object.entries(query ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? cleanText(value) : value,
  ]);
  return validate(
    schema,
    Object.fromEntries(given.filter(([, value]) => value !== '' && value !== undefined)),
  );
}

const inside: Origin = {
  address: '',
  userAgent: '',
  cookie: '',
  site: '',
  isLocal: false,
  setHeader: () => undefined,
};

/** A call made from inside (server rendering): same access, same validation, same handler, no HTTP. */
export async function askInProcess(call: Call, ctx: Context, query: unknown): Promise<unknown> {
  admit(call.access, ctx);
  return call.run(ctx, { query: validateQuery(call.query, query), body: undefined, origin: inside });
}
