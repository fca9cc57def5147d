/** Parameters of WeChat's embedded log-in page (docs/product.md §1), all set by the caller. */
export interface WechatAddressFields {
  appId: string;
  /** `snsapi_login` for log-in on websites. */
  scope: string;
  /** WeChat redirects here with `code` and `state`; the host must be registered with WeChat. */
  redirectUri: string;
  /** Random and single-use; the server binds it to this browser. */
  state: string;
  /** true: the callback loads inside the frame; false: in the window around it; absent: WeChat's default. */
  selfRedirect?: boolean | undefined;
  styleType?: string | undefined;
  sizeType?: string | undefined;
  bgColor?: string | undefined;
  /** Text colour: black on light backgrounds, white on dark ones. */
  style?: 'black' | 'white' | undefined;
  href?: string | undefined;
  /** English; absent: Chinese. */
  lang?: 'en' | undefined;
  /** Origin of WeChat; another one in tests and in the embedded sandbox. */
  origin?: string | undefined;
}

/**
 * Returns the address of WeChat's embedded log-in page, as WeChat's own script builds it (docs/product.md §1): the
 * log-in type is fixed and the reset parameter is always sent.
 */
export function wechatAddress(fields: WechatAddressFields): string {
  const { origin = 'https://open.weixin.qq.com', selfRedirect } = fields;
  const address = new URL('/connect/qrconnect', origin);
  const parameters: [name: string, value: string | undefined][] = [
    ['appid', fields.appId],
    ['scope', fields.scope],
    ['redirect_uri', fields.redirectUri],
    ['state', fields.state],
    ['login_type', 'jssdk'],
    ['self_redirect', selfRedirect === undefined ? 'default' : String(selfRedirect)],
    ['styletype', fields.styleType ?? ''],
    ['sizetype', fields.sizeType ?? ''],
    ['bgcolor', fields.bgColor ?? ''],
    ['rst', ''],
    ['style', fields.style],
    ['href', fields.href],
    ['lang', fields.lang],
  ];
  for (const [name, value] of parameters) if (value !== undefined) address.searchParams.set(name, value);
  return address.href;
}
