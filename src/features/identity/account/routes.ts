import { z } from 'zod';
import { binaryFile, get, post } from '#kernel/http/calls.ts';
import { id } from '#kernel/http/inputs.ts';
import type { IdentityParts } from '../parts.ts';
import { cancelDeletion, requestDeletion } from './deletion.ts';
import { exportData } from './export.ts';
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
const largestAvatar = 5 * 1024 * 1024;

/** Everything a member does with their own account. None takes whose: it is always the caller's. */
export const accountRoutes = (parts: IdentityParts) => [
  get('/member/profile', {
    access,
    summary: "The caller's own profile.",
    data: schema.profile,
    run: (ctx) => readProfile(ctx),
  }),
  post('/member/updateProfile', {
    access,
    summary: "Changes the caller's name.",
    body: schema.profileChange,
    data: schema.profile,
    run: (ctx, { body }) => updateProfile(ctx, body),
  }),
  post('/member/uploadAvatar', {
    access,
    summary: "Sets the caller's picture: PNG, JPEG, WebP or GIF, drawn anew as a square of 256 pixels.",
    upload: { field: 'file', label: '头像', mostBytes: largestAvatar },
    data: schema.avatarAnswer,
    run: (ctx, { file }) => changeAvatar(ctx, parts, file),
  }),
  post('/member/changePassword', {
    access,
    summary: 'Sets a new password, by the old one or, where there is none, a code; ends all other sessions.',
    body: schema.passwordChange,
    data: done,
    run: (ctx, { body, origin }) => changePassword(ctx, parts, body, origin),
  }),
  post('/member/changeMobile', {
    access,
    summary: 'Moves the account to another mobile number, by codes to both.',
    body: schema.mobileChange,
    data: schema.profile,
    run: (ctx, { body, origin }) => changeMobile(ctx, body, origin),
  }),
  post('/member/sendMailCode', {
    access,
    summary: "Sends a code to an address that is to become the caller's.",
    body: schema.mailCodeRequest,
    data: schema.codeSent,
    run: (ctx, { body, origin }) => sendMailCode(ctx, parts, body, origin),
  }),
  post('/member/changeEmail', {
    access,
    summary: "Sets the caller's e-mail address, by the code sent to it.",
    body: schema.emailChange,
    data: schema.profile,
    run: (ctx, { body, origin }) => changeEmail(ctx, body, origin),
  }),
  get('/member/sessions', {
    access,
    summary: 'Where the caller is logged in, last used first.',
    data: schema.sessionList,
    run: (ctx) => readSessions(ctx),
  }),
  post('/member/revokeSession', {
    access,
    summary: "Ends one of the caller's own sessions.",
    query: z.object({ id: id('id', '登录设备编号') }),
    data: done,
    run: (ctx, { query }) => revokeSession(ctx, query.id),
  }),
  post('/member/revokeOtherSessions', {
    access,
    summary: "Ends all of the caller's sessions but this one.",
    data: done,
    run: (ctx) => revokeOtherSessions(ctx),
  }),
  post('/member/beginTotp', {
    access,
    summary: 'A secret for an authenticator, by password or, where there is none, a code to the own number.',
    body: schema.totpBeginning,
    data: schema.totpSecret,
    run: (ctx, { body, origin }) => beginTotp(ctx, parts, body, origin),
  }),
  post('/member/enableTotp', {
    access,
    summary: 'Demands a second factor from now on, by a code of the new secret; answers recovery codes once.',
    body: schema.totpProof,
    data: schema.recoveryCodes,
    run: (ctx, { body, origin }) => enableTotp(ctx, body.value, origin),
  }),
  post('/member/disableTotp', {
    access,
    summary: 'Ends the second factor, by a code or a recovery code.',
    body: schema.totpProof,
    data: done,
    run: (ctx, { body, origin }) => disableTotp(ctx, parts, body.value, origin),
  }),
  post('/member/requestDeletion', {
    access,
    summary: 'Has the account deleted in seven days, by a code of purpose delete.',
    body: schema.deletionRequest,
    data: schema.deletionAnswer,
    run: (ctx, { body, origin }) => requestDeletion(ctx, body.value, origin),
  }),
  post('/member/cancelDeletion', {
    access,
    summary: 'Keeps the account after all; harmless when nothing was asked for.',
    data: done,
    run: (ctx) => cancelDeletion(ctx),
  }),
  get('/member/exportData', {
    access,
    summary: 'Everything the portal keeps about the caller, as a zip of JSON and files; once a minute.',
    binary: 'application/zip',
    data: binaryFile,
    run: (ctx) => exportData(ctx, parts),
  }),
];
