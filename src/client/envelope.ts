/** The success body of the token call, without an envelope. `expires_in` is in seconds. */
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
  /** ISO 8601: when the account will be deleted, during the grace period; otherwise null or missing. */
  deletion_due_at?: string | null;
};

/** What a log-in still requires; the form asks for it and sends the same grant again. */
export type LoginRequirement =
  | 'proof_required'
  | 'totp_required'
  | 'consent_required'
  | 'consent_renewal'
  | 'bind_required'
  | 'profile_required';

/** The refusal of the token call, sent with HTTP status 200. The form shows code 400. */
export type TokenRefusal = {
  error_code: number;
  error_description: string;
  error?: LoginRequirement;
  /** With `bind_required`: identifies the WeChat account until a mobile number is bound to it. */
  bindTicket?: string;
  nickname?: string;
  /** With `profile_required`: where WeChat asks for name and picture. */
  authorizeAddress?: string;
};

export type TokenAnswer = TokenGrant | TokenRefusal;

/** What a body says about its success; the server may omit every field. */
export type BodyStatus = {
  code?: number | string;
  msg?: string;
  /** The path of the refused field. */
  field?: string;
  error_code?: number | string;
  error_description?: string;
  /** Of an envelope. */
  data?: unknown;
  /** Of a token answer, which has no envelope. */
  access_token?: unknown;
};

/**
 * Reads the status from a body of any type: an envelope, an OAuth body, the bytes of a failed download, or a proxy's
 * HTML page (which has none).
 */
export function readBodyStatus(body: unknown): BodyStatus {
  const object = body instanceof ArrayBuffer ? parseBytes(body) : body;
  return typeof object === 'object' && object !== null ? (object as BodyStatus) : {};
}

/** Returns the data of an envelope; a body without an envelope is returned unchanged. */
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
