/** What WeChat's embedded log-in page is told (seed §1). All of it comes from the caller. */
export interface WechatAddressFields {
  appId: string;
  /** `snsapi_login` for log-in on sites. */
  scope: string;
  /** Where WeChat sends `code` and `state`; its host must be the one registered there. */
  redirectUri: string;
  /** Random, single use, bound to this browser by the server. */
  state: string;
  /** true: the callback is loaded inside the frame; false: in the window around it; absent: WeChat's choice. */
  selfRedirect?: boolean | undefined;
  styleType?: string | undefined;
  sizeType?: string | undefined;
  bgColor?: string | undefined;
  /** Colour of the words: black on light grounds, white on dark ones. */
  style?: 'black' | 'white' | undefined;
  /** Address of a style sheet of the caller's own. */
  href?: string | undefined;
  /** English; absent: Chinese. */
  lang?: 'en' | undefined;
  /** Where WeChat lives; another origin in tests and in the embedded default. */
  origin?: string | undefined;
}

/**
 * The address of WeChat's embedded log-in page, as its own script writes it (seed §1): the log-in type is always
 * the script's, the reset parameter is always sent.
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
