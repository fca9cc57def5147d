import type { AgreementVersion } from '#features/settings/agreements/schema.ts';

export const kindNames: Record<AgreementVersion['kind'], string> = {
  agreement: '用户协议',
  privacy: '隐私政策',
};
