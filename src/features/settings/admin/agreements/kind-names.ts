import type { AgreementVersion } from '../../agreements/schema.ts';

export type Kind = AgreementVersion['kind'];

export const kindNames: Record<Kind, string> = {
  agreement: '用户协议',
  privacy: '隐私政策',
};

export const isKind = (text: string): text is Kind => Object.hasOwn(kindNames, text);

/** The address of the editor of a draft; `replaced` is an upcoming version that the draft is to replace. */
export const draftPath = (kind: Kind, replaced?: string): string =>
  `/settings/agreements/${kind}${replaced ? `?replaced=${replaced}` : ''}`;

/** The address of the list of versions. */
export const listPath = '/settings?group=agreements';
