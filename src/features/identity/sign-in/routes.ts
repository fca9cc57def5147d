import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import type { IdentityParts } from '../parts.ts';
import { tokenAnswer, tokenBody, tokenFields } from '../schema.ts';
import { issueToken, logOut } from '../service.ts';
import { isLoggedIn } from '../sessions.ts';

export const signInRoutes = (_parts: IdentityParts) => [
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
];
