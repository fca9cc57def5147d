/** The token call's success: a raw body without envelope. `expires_in` is in seconds. */
export type TokenGrant = {
  access_token: string;
  token_type: string;
  refresh_token: string;
  expires_in: number;
  tenant_id: string;
  user_id: string;
  account: string;
  user_name: string;
  nick_name: string;
  avatar: string;
  role_name: string;
  menuIds: string[];
  /** ISO 8601: the account is in its days of grace and will be deleted then; null or missing otherwise. */
  deletion_due_at?: string | null;
};

/** What a log-in lacks; the form asks for it and sends the same grant again. */
export type TokenLack =
  | 'proof_required'
  | 'totp_required'
  | 'consent_required'
  | 'consent_renewal'
  | 'bind_required';

/** The token call's refusal, sent with HTTP status 200. Code 400 is the form's to show. */
export type TokenRefusal = {
  error_code: number;
  error_description: string;
  error?: TokenLack;
  /** With `bind_required`: stands for the WeChat person until a mobile is bound to them. */
  bindTicket?: string;
  nickname?: string;
};

export type TokenAnswer = TokenGrant | TokenRefusal;

/** What a body may say about its own success; every field is the server's word and may be missing. */
export type BodyVerdict = {
  code?: number | string;
  msg?: string;
  error_code?: number | string;
  error_description?: string;
};

/**
 * The verdict a body carries, whatever its type: an envelope, an OAuth body, the bytes of a failed
 * download, a proxy's HTML page (which carries none).
 */
export function readVerdict(body: unknown): BodyVerdict {
  const object = body instanceof ArrayBuffer ? parseBytes(body) : body;
  return typeof object === 'object' && object !== null ? (object as BodyVerdict) : {};
}

/** The data of an envelope; a body without envelope is its own data. */
export function unwrap(body: unknown): unknown {
  const isEnvelope = typeof body === 'object' && body !== null && 'code' in body;
  return isEnvelope ? (body as { data?: unknown }).data : body;
}

function parseBytes(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
