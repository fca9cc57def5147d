const pathParameter = (name: string, schema: object, description: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
});
const gateway = pathParameter(
  'gateway',
  { type: 'string', enum: ['wechat', 'alipay', 'sandbox'] },
  'The gateway that sends the notice.',
);
const tenant = pathParameter(
  'tenant',
  { type: 'string' },
  'The tenant to which the trade belongs; the path without it is for the default tenant.',
);

const noticePath = (parameters: object[]): object => ({
  post: {
    summary: 'Receives a notice from a payment gateway about the result of a trade or a refund.',
    tags: ['pay/notify'],
    description:
      'For payment gateways only; each order passes this address to its gateway. Needs neither the client credential nor ' +
      'a session: the signature over the exact bytes, the age, the merchant and the application authenticate a notice. ' +
      'Any other notice has no effect and is recorded. A repeated notice has no effect and is acknowledged. ' +
      'At most 64 KiB.',
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: 'WeChat Pay v3: encrypted, with the signature in the `Wechatpay-*` headers.',
          },
        },
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', description: 'Alipay: with an RSA2 signature in `sign`.' },
        },
      },
    },
    responses: {
      200: {
        description: 'Alipay: `success` if the notice was accepted, `fail` otherwise.',
        content: { 'text/plain': { schema: { enum: ['success', 'fail'] } } },
      },
      204: { description: 'WeChat Pay: the notice was accepted.' },
      400: {
        description: 'WeChat Pay: the notice was not accepted.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { code: { const: 'FAIL' }, message: { type: 'string' } },
            },
          },
        },
      },
      404: {
        description: 'The gateway is not configured, or the tenant does not exist; the body is the envelope.',
      },
    },
  },
});

/**
 * The addresses of payment notices in the API description. They are not calls of the API and do not answer with an
 * envelope.
 */
export const noticePaths: Readonly<Record<string, object>> = {
  '/pay/notify/{gateway}': noticePath([gateway]),
  '/pay/notify/{gateway}/{tenant}': noticePath([gateway, tenant]),
};
