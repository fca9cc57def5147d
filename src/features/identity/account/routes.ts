import { get } from '#kernel/http/calls.ts';
import type { IdentityParts } from '../parts.ts';
import { readProfile } from '../reads.ts';
import { profile } from '../schema.ts';

export const accountRoutes = (_parts: IdentityParts) => [
  get('/member/profile', {
    access: 'member',
    summary: "The caller's own profile.",
    data: profile,
    run: (ctx) => readProfile(ctx),
  }),
];
