import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import type { IdentityParts } from '../parts.ts';
import {
  challenge,
  codeAnswer,
  codeRequest,
  loginOptions,
  passwordReset,
  tokenAnswer,
  tokenBody,
  tokenFields,
  wechatParameters,
  wechatQuery,
  wechatReturn,
} from '../schema.ts';
import { issueToken, logOut } from '../service.ts';
import { isLoggedIn } from '../sessions.ts';
import { resetPassword } from './by-password.ts';
import { bindWechat, unbindWechat } from './by-wechat.ts';
import { sendSmsCode } from './codes.ts';
import { readLoginOptions } from './login-options.ts';
import { giveChallenge } from './proofs.ts';
import { openWechat } from './wechat-states.ts';

export const signInRoutes = (parts: IdentityParts) => [
  post('/blade-auth/oauth/token', {
    access: 'open',
    summary:
      'The OAuth-style token call: grant_type password, sms_code, register, social or refresh_token, by form or JSON; with TOKEN_QUERY=1 also by query.',
    query: tokenFields,
    body: tokenBody,
    data: tokenAnswer,
    raw: true,
    setsXsrf: true,
    run: (ctx, { query, body, origin }) => issueToken(ctx, parts, { query, body }, origin),
  }),
  get('/blade-auth/oauth/logout', {
    access: 'open',
    summary: 'Ends the session of the Blade-Auth token; harmless without one.',
    data: z.boolean(),
    run: (ctx) => logOut(ctx),
  }),
  post('/blade-auth/oauth/sms/send-validate', {
    access: 'open',
    summary: 'Sends a code by SMS for a solved proof of work; the answer is the same for every number.',
    body: codeRequest,
    data: codeAnswer,
    run: (ctx, { body, origin }) => sendSmsCode(ctx, parts, body, origin),
  }),
  get('/reception/isLogin', {
    access: 'open',
    summary: 'Whether the Blade-Auth token is alive; never 401.',
    data: z.boolean(),
    setsXsrf: true,
    run: (ctx) => isLoggedIn(ctx),
  }),
  get('/reception/proof', {
    access: 'open',
    summary: 'A challenge of ALTCHA, version 2; its solution is sent as `proof`, once, within five minutes.',
    data: challenge,
    run: (ctx) => giveChallenge(ctx, parts.proofCost),
  }),
  get('/reception/loginOptions', {
    access: 'open',
    summary: 'Which ways of logging in this portal has, and whether messages are shown in its outbox.',
    data: loginOptions,
    run: (ctx) => readLoginOptions(ctx, parts),
  }),
  post('/reception/resetPassword', {
    access: 'open',
    summary: 'Sets a new password by an SMS code of purpose reset, and ends every session of the member.',
    body: passwordReset,
    data: z.boolean(),
    run: (ctx, { body, origin }) => resetPassword(ctx, parts, body, origin),
  }),
  get('/reception/wechat/parameters', {
    access: 'open',
    summary: 'What the WeChat frame is opened with, for a log-in, or for binding the caller.',
    query: wechatQuery,
    data: wechatParameters,
    run: (ctx, { query, origin }) => openWechat(ctx, parts, query.purpose, origin),
  }),
  post('/member/bindWechat', {
    access: 'member',
    summary: "Binds the WeChat person of a scan to the caller's account.",
    body: wechatReturn,
    data: z.boolean(),
    run: (ctx, { body, origin }) => bindWechat(ctx, parts, body, origin),
  }),
  post('/member/unbindWechat', {
    access: 'member',
    summary: "Unbinds the caller's WeChat; harmless without one.",
    data: z.boolean(),
    run: (ctx, { origin }) => unbindWechat(ctx, origin),
  }),
];
