import type { z } from 'zod';
import type * as schema from './schema.ts';

export type Profile = z.infer<typeof schema.profile>;
export type SessionEntry = z.infer<typeof schema.sessionList>[number];

/** What crosses the wire about a member's own account; merged into `IdentityCalls`. */
export type AccountCalls = {
  'GET /member/profile': { data: Profile };
  'POST /member/updateProfile': { body: z.input<typeof schema.profileChange>; data: Profile };
  /** A form with the picture as `file`. */
  'POST /member/uploadAvatar': { body: FormData; data: z.infer<typeof schema.avatarAnswer> };
  'POST /member/changePassword': { body: z.input<typeof schema.passwordChange>; data: boolean };
  'POST /member/changeMobile': { body: z.input<typeof schema.mobileChange>; data: Profile };
  'POST /member/sendMailCode': {
    body: z.input<typeof schema.mailCodeRequest>;
    data: z.infer<typeof schema.codeSent>;
  };
  'POST /member/changeEmail': { body: z.input<typeof schema.emailChange>; data: Profile };
  'GET /member/sessions': { data: SessionEntry[] };
  'POST /member/revokeSession': { query: { id: string }; data: boolean };
  'POST /member/revokeOtherSessions': { data: boolean };
  'POST /member/beginTotp': {
    body: z.input<typeof schema.totpBeginning>;
    data: z.infer<typeof schema.totpSecret>;
  };
  'POST /member/enableTotp': {
    body: z.input<typeof schema.totpProof>;
    data: z.infer<typeof schema.recoveryCodes>;
  };
  'POST /member/disableTotp': { body: z.input<typeof schema.totpProof>; data: boolean };
  'POST /member/requestDeletion': {
    body: z.input<typeof schema.deletionRequest>;
    data: z.infer<typeof schema.deletionAnswer>;
  };
  'POST /member/cancelDeletion': { data: boolean };
  /** A zip, by `download`. */
  'GET /member/exportData': { data: unknown };
};
