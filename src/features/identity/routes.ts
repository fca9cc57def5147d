import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { readProfile } from './reads.ts';
import { profile, tokenAnswer, tokenBody, tokenFields } from './schema.ts';
import { issueToken, logOut } from './service.ts';
import { isLoggedIn } from './sessions.ts';

export const identityRoutes = [
  post('/blade-auth/oauth/token', {
    access: 'open',
    summary: 'The OAuth-style token call: grant_type password or refresh_token, by query or form.',
    query: tokenFields,
    body: tokenBody,
    data: tokenAnswer,
    raw: true,
    setsXsrf: true,
    run: (ctx, { query, body, origin }) => issueToken(ctx, { ...query, ...body }, origin),
  }),
  get('/blade-auth/oauth/logout', {
    access: 'open',
    summary: 'Ends the session of the Blade-Auth token; harmless without one.',
    data: z.boolean(),
    run: (ctx) => logOut(ctx),
  }),
  get('/reception/isLogin', {
    access: 'open',
    summary: 'Whether the Blade-Auth token is alive; never 401.',
    data: z.boolean(),
    setsXsrf: true,
    run: (ctx) => isLoggedIn(ctx),
  }),
  get('/member/profile', {
    access: 'member',
    summary: "The caller's own profile.",
    data: profile,
    run: (ctx) => readProfile(ctx),
  }),
];
