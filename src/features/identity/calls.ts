import type { z } from 'zod';
import type { AccountCalls } from './account/calls.ts';
import type { MemberDeskCalls } from './members/calls.ts';
import type * as schema from './schema.ts';
import type { StaffCalls } from './staff/calls.ts';

export type { Profile, SessionEntry } from './account/calls.ts';
export type { SetupCalls } from './first-admin-calls.ts';
export type { MemberDetail, MemberQuery, MemberRecord } from './members/calls.ts';
export type {
  Invitation,
  InvitationLook,
  RoleList,
  RoleRecord,
  StaffMember,
} from './staff/calls.ts';
export type TokenAnswer = z.infer<typeof schema.tokenAnswer>;
export type TokenFields = z.input<typeof schema.tokenFields>;
export type ProofChallenge = z.infer<typeof schema.challenge>;
export type CodeRequest = z.input<typeof schema.codeRequest>;
export type CodeAnswer = z.infer<typeof schema.codeAnswer>;
export type PasswordReset = z.input<typeof schema.passwordReset>;
export type WechatParameters = z.infer<typeof schema.wechatParameters>;
export type WechatReturn = z.input<typeof schema.wechatReturn>;
export type LoginOptions = z.infer<typeof schema.loginOptions>;

/** What crosses the wire about logging in. The token call answers without the envelope. */
export type SignInCalls = {
  'POST /blade-auth/oauth/token': { query: TokenFields; body: TokenFields; data: TokenAnswer };
  'GET /blade-auth/oauth/logout': { data: boolean };
  'POST /blade-auth/oauth/sms/send-validate': { body: CodeRequest; data: CodeAnswer };
  'GET /reception/isLogin': { data: boolean };
  'GET /reception/proof': { data: ProofChallenge };
  'GET /reception/loginOptions': { data: LoginOptions };
  'POST /reception/resetPassword': { body: PasswordReset; data: boolean };
  'GET /reception/wechat/parameters': { query: { purpose?: 'login' | 'bind' }; data: WechatParameters };
  'POST /member/bindWechat': { body: WechatReturn; data: boolean };
  'POST /member/unbindWechat': { data: boolean };
};

/** What crosses the wire about who somebody is. */
export type IdentityCalls = SignInCalls & AccountCalls;

/** What crosses the wire between the people desk of the back office and the house. */
export type PeopleCalls = MemberDeskCalls & StaffCalls;
