import { z } from 'zod';
import { byHand, get, post } from '#kernel/http/calls.ts';
import * as schema from './schema.ts';
import { createFeedAddress, readFeedAddress, revokeFeedAddress } from './service.ts';

const access = 'member';

export const feedAddressRoutes = [
  get('/member/feedAddress', {
    access,
    summary: "Returns when the caller's private feed address was made and last read; null without one.",
    data: schema.feedAddress,
    run: (ctx) => readFeedAddress(ctx),
  }),
  post('/member/createFeedAddress', {
    access,
    summary: 'Makes a private feed address, which replaces the one before; answers its token only this once.',
    data: schema.createdFeedAddress,
    run: (ctx, { origin }) => createFeedAddress(ctx, origin),
  }),
  post('/member/revokeFeedAddress', {
    access,
    limit: byHand,
    summary: "Revokes the caller's private feed address.",
    data: z.boolean(),
    run: (ctx, { origin }) => revokeFeedAddress(ctx, origin),
  }),
];
