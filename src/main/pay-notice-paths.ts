const inPath = (name: string, schema: object, description: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
});
const gateway = inPath(
  'gateway',
  { type: 'string', enum: ['wechat', 'alipay', 'sandbox'] },
  'Whose notice it is.',
);
const tenant = inPath('tenant', { type: 'string' }, 'Whose trade it is; the default tenant without one.');

const notice = (parameters: object[]): object => ({
  post: {
    summary: 'A payment gateway tells what became of a trade or a refund.',
    tags: ['pay/notify'],
    description:
      'For gateways alone, which each order names this address to. Needs neither client nor session: a notice is ' +
      'believed by its signature over the very bytes, its age, merchant and application. Any other changes nothing and is ' +
      'written down. One that comes again changes nothing and is answered as taken. At most 64 KiB.',
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: 'WeChat Pay v3: encrypted, signed in `Wechatpay-*` headers.',
          },
        },
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', description: 'Alipay: signed in `sign`, by RSA2.' },
        },
      },
    },
    responses: {
      200: {
        description: 'Alipay: `success` for a notice that was taken, `fail` for any other.',
        content: { 'text/plain': { schema: { enum: ['success', 'fail'] } } },
      },
      204: { description: 'WeChat Pay: taken.' },
      400: {
        description: 'WeChat Pay: not taken.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { code: { const: 'FAIL' }, message: { type: 'string' } },
            },
          },
        },
      },
      404: { description: 'A gateway that is not set up, or no tenant: the envelope.' },
    },
  },
});

/** Where gateways bring notices, in the API's description: no call of ours, and no envelope for an answer. */
export const noticePaths: Readonly<Record<string, object>> = {
  '/pay/notify/{gateway}': notice([gateway]),
  '/pay/notify/{gateway}/{tenant}': notice([gateway, tenant]),
};
