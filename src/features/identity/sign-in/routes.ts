import { z } from 'zod';
import { byHand, get, post } from '#kernel/http/calls.ts';
import type { IdentityParts } from '../parts.ts';
import {
  authorizeAnswer,
  authorizeQuery,
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
import { sendMailLoginCode } from './by-email.ts';
import { resetPassword } from './by-password.ts';
import { bindWechat, unbindWechat } from './by-wechat.ts';
import { sendSmsCode } from './codes.ts';
import { readLoginOptions } from './login-options.ts';
import { issueChallenge } from './proofs.ts';
import { createAuthorizeAddress, createWechatParameters } from './wechat-states.ts';

export const signInRoutes = (parts: IdentityParts) => [
  post('/blade-auth/oauth/token', {
    access: 'open',
    summary:
      'Issues tokens in OAuth style for the grant types `password`, `sms_code`, `email_code`, `register`, `social` and `refresh_token`; reads a form or JSON, and with `TOKEN_QUERY=1` also the query.',
    query: tokenFields,
    body: tokenBody,
    data: tokenAnswer,
    raw: true,
    setsXsrf: true,
    run: (ctx, { query, body, origin }) => issueToken(ctx, parts, { query, body }, origin),
  }),
  get('/blade-auth/oauth/logout', {
    access: 'open',
    summary:
      'Ends the session of the `Blade-Auth` token, also of one that expired or was renewed; has no effect without one.',
    data: z.boolean(),
    run: (ctx, { origin }) => logOut(ctx, origin),
  }),
  post('/blade-auth/oauth/sms/send-validate', {
    access: 'open',
    summary:
      'Sends a code by SMS, or a log-in code by mail, for a solved proof of work; the response is the same for every number and address.',
    body: codeRequest,
    data: codeAnswer,
    run: (ctx, { body, origin }) =>
      (body.email === undefined ? sendSmsCode : sendMailLoginCode)(ctx, parts, body, origin),
  }),
  get('/reception/isLogin', {
    access: 'open',
    summary: 'Returns whether the `Blade-Auth` token is valid; never responds with 401.',
    data: z.boolean(),
    setsXsrf: true,
    run: (ctx) => isLoggedIn(ctx),
  }),
  get('/reception/proof', {
    access: 'open',
    summary:
      'Issues an ALTCHA version 2 challenge; its solution is sent as `proof`, once, within five minutes.',
    data: challenge,
    run: (ctx) => issueChallenge(ctx, parts.proofCost),
  }),
  get('/reception/loginOptions', {
    access: 'open',
    summary: 'Returns the log-in methods of this portal, and whether its outbox page shows messages.',
    data: loginOptions,
    run: (ctx) => readLoginOptions(ctx, parts),
  }),
  post('/reception/resetPassword', {
    access: 'open',
    summary:
      'Sets a new password, confirmed by an SMS code of purpose `reset`, and ends every session of the member.',
    body: passwordReset,
    data: z.boolean(),
    run: (ctx, { body, origin }) => resetPassword(ctx, parts, body, origin),
  }),
  get('/reception/wechat/parameters', {
    access: 'open',
    summary: 'Returns the parameters of the WeChat frame, for a log-in or for binding the caller.',
    query: wechatQuery,
    data: wechatParameters,
    run: (ctx, { query, origin }) => createWechatParameters(ctx, parts, query.purpose, origin),
  }),
  get('/reception/wechat/authorize', {
    access: 'open',
    summary:
      'Returns the address at WeChat that logs a reader in inside WeChat, through the service account.',
    query: authorizeQuery,
    data: authorizeAnswer,
    run: async (ctx, { query: { returnTo }, origin }) => ({
      address: await createAuthorizeAddress(ctx, parts, { returnTo, scope: 'snsapi_base' }, origin),
    }),
  }),
  post('/member/bindWechat', {
    access: 'member',
    limit: byHand,
    summary: "Binds the WeChat account that scanned the code to the caller's account.",
    body: wechatReturn,
    data: z.boolean(),
    run: (ctx, { body, origin }) => bindWechat(ctx, parts, body, origin),
  }),
  post('/member/unbindWechat', {
    access: 'member',
    limit: byHand,
    summary: "Unbinds the caller's WeChat account; has no effect without one.",
    data: z.boolean(),
    run: (ctx, { origin }) => unbindWechat(ctx, origin),
  }),
];
