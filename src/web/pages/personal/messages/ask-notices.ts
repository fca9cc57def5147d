import type { NoticeKind, NoticePage } from '#features/notifications/calls.ts';
import type { Ask } from '../../../api.ts';

/** Empty: of all kinds. */
export type MessageKind = NoticeKind | '';

const kinds: readonly string[] = ['followed', 'announcement', 'system'] satisfies NoticeKind[];

/** The kind an address asks for; anything else is all of them. */
export const readKind = (text: string | null): MessageKind =>
  text !== null && kinds.includes(text) ? (text as NoticeKind) : '';

export const askNotices = (ask: Ask, kind: MessageKind, cursor = ''): Promise<NoticePage> =>
  ask(
    'GET /member/notices',
    { size: 20, ...(kind && { kind }), ...(cursor && { cursor }) },
    { isSilent: true },
  );
