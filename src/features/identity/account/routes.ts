import { z } from 'zod';
import { binaryFile, byHand, get, post } from '#kernel/http/calls.ts';
import { id } from '#kernel/http/inputs.ts';
import type { IdentityParts } from '../parts.ts';
import { cancelDeletion, requestDeletion } from './deletion.ts';
import { exportData } from './export-data.ts';
import { readProfile, readSessions } from './reads.ts';
import * as schema from './schema.ts';
import {
  changeAvatar,
  changeEmail,
  changeMobile,
  changePassword,
  revokeOtherSessions,
  revokeSession,
  sendMailCode,
  updateProfile,
} from './service.ts';
import { beginTotp, disableTotp, enableTotp } from './two-step.ts';

const access = 'member';
const done = z.boolean();
const maxAvatarBytes = 5 * 1024 * 1024;

/** A member's own account. No call takes a member id: each acts on the caller. */
export const accountRoutes = (parts: IdentityParts) => [
  get('/member/profile', {
    access,
    summary: "Returns the caller's own profile.",
    data: schema.profile,
    run: (ctx) => readProfile(ctx),
  }),
  post('/member/updateProfile', {
    access,
    limit: byHand,
    summary: "Changes the caller's name.",
    body: schema.profileChange,
    data: schema.profile,
    run: (ctx, { body }) => updateProfile(ctx, body),
  }),
  post('/member/uploadAvatar', {
    access,
    limit: byHand,
    summary:
      "Sets the caller's avatar from a PNG, JPEG, WebP or GIF file, re-encoded as a square of 256 pixels.",
    upload: { field: 'file', label: '头像', maxBytes: maxAvatarBytes },
    data: schema.avatarAnswer,
    run: (ctx, { file }) => changeAvatar(ctx, parts, file),
  }),
  post('/member/changePassword', {
    access,
    summary:
      'Sets a new password, confirmed by the old one or, without one, by a code; ends all other sessions.',
    body: schema.passwordChange,
    data: done,
    run: (ctx, { body, origin }) => changePassword(ctx, parts, body, origin),
  }),
  post('/member/changeMobile', {
    access,
    summary: 'Moves the account to another mobile number, confirmed by codes sent to both numbers.',
    body: schema.mobileChange,
    data: schema.profile,
    run: (ctx, { body, origin }) => changeMobile(ctx, body, origin),
  }),
  post('/member/sendMailCode', {
    access,
    summary:
      "Sends a code to the caller's new e-mail address; does not reveal whether the address is already registered.",
    body: schema.mailCodeRequest,
    data: schema.codeSent,
    run: (ctx, { body, origin }) => sendMailCode(ctx, parts, body, origin),
  }),
  post('/member/changeEmail', {
    access,
    summary: "Sets the caller's e-mail address, confirmed by the code sent to it.",
    body: schema.emailChange,
    data: schema.profile,
    run: (ctx, { body, origin }) => changeEmail(ctx, body, origin),
  }),
  get('/member/sessions', {
    access,
    summary: "Lists the caller's sessions, last used first.",
    data: schema.sessionList,
    run: (ctx) => readSessions(ctx),
  }),
  post('/member/revokeSession', {
    access,
    limit: byHand,
    summary: "Ends one of the caller's own sessions.",
    query: z.object({ id: id('登录设备编号') }),
    data: done,
    run: (ctx, { query }) => revokeSession(ctx, query.id),
  }),
  post('/member/revokeOtherSessions', {
    access,
    limit: byHand,
    summary: "Ends all of the caller's sessions but the current one.",
    data: done,
    run: (ctx) => revokeOtherSessions(ctx),
  }),
  post('/member/beginTotp', {
    access,
    summary:
      "Creates a secret for an authenticator, confirmed by password or, without one, by a code sent to the caller's number.",
    body: schema.totpBeginning,
    data: schema.totpSecret,
    run: (ctx, { body, origin }) => beginTotp(ctx, parts, body, origin),
  }),
  post('/member/enableTotp', {
    access,
    summary:
      'Enables the second factor, confirmed by a code of the new secret; returns recovery codes only this once.',
    body: schema.totpProof,
    data: schema.recoveryCodes,
    run: (ctx, { body, origin }) => enableTotp(ctx, body.value, origin),
  }),
  post('/member/disableTotp', {
    access,
    summary: 'Disables the second factor, confirmed by a code or a recovery code.',
    body: schema.totpProof,
    data: done,
    run: (ctx, { body, origin }) => disableTotp(ctx, parts, body.value, origin),
  }),
  post('/member/requestDeletion', {
    access,
    summary: 'Schedules the deletion of the account in seven days, confirmed by a code of purpose `delete`.',
    body: schema.deletionRequest,
    data: schema.deletionAnswer,
    run: (ctx, { body, origin }) => requestDeletion(ctx, body.value, origin),
  }),
  post('/member/cancelDeletion', {
    access,
    limit: byHand,
    summary: 'Cancels the scheduled deletion of the account; has no effect if none is scheduled.',
    data: done,
    run: (ctx) => cancelDeletion(ctx),
  }),
  get('/member/exportData', {
    access,
    summary:
      'Exports everything the portal stores about the caller as a zip of JSON and files; at most once a minute.',
    binary: 'application/zip',
    data: binaryFile,
    run: (ctx) => exportData(ctx, parts),
  }),
];
