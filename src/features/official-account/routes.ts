import { get } from '#kernel/http/calls.ts';
import { signature, signatureQuery } from './schema.ts';
import { type AccountParts, signShare } from './sign-share.ts';

export const officialAccountRoutes = (parts: AccountParts) => [
  get('/reception/wechat/shareSignature', {
    access: 'open',
    summary:
      "Signs the address of a page of this site for WeChat's JS-SDK, which sets the card of a shared page.",
    query: signatureQuery,
    data: signature,
    run: (ctx, { query, origin }) => signShare(ctx, parts, query, origin),
  }),
];
