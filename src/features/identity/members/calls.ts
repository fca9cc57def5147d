import type { z } from 'zod';
import type * as schema from './schema.ts';

export type MemberRecord = z.infer<typeof schema.memberRecord>;
export type MemberDetail = z.infer<typeof schema.memberDetail>;
export type MemberQuery = z.input<typeof schema.memberQuery>;

/** What crosses the wire between the people desk and members. */
export type MemberDeskCalls = {
  'GET /admin/member/list': { query: MemberQuery; data: z.infer<typeof schema.memberPage> };
  'GET /admin/member/detail': { query: { id: string }; data: MemberDetail };
  'GET /admin/member/tags': { data: z.infer<typeof schema.tagList> };
  /** A CSV file, by `download`. */
  'GET /admin/member/export': { query: z.input<typeof schema.memberFilter>; data: unknown };
  'POST /admin/member/reveal': { body: { id: string }; data: { mobile: string; email: string | null } };
  'POST /admin/member/block': { body: z.input<typeof schema.reasonInput>; data: boolean };
  'POST /admin/member/unblock': { body: { id: string }; data: boolean };
  'POST /admin/member/signOut': { body: { id: string }; data: boolean };
  'POST /admin/member/addTags': { body: z.input<typeof schema.tagsInput>; data: boolean };
  'POST /admin/member/removeTags': { body: z.input<typeof schema.tagsInput>; data: boolean };
};
