import { describe, expect, test } from 'vitest';
import { wechatAddress } from './wechat-address.ts';

const needed = {
  appId: 'wx0123456789abcdef',
  scope: 'snsapi_login',
  redirectUri: 'https://news.example.cn/api/blade-auth/oauth/callback/wechat?a=1&b=观',
  state: 'Abc123',
};

const parametersOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

describe('wechatAddress (docs/product.md §1)', () => {
  test("always sends the script's log-in type and the reset parameter", () => {
    const address = wechatAddress(needed);
    expect(address.startsWith('https://open.weixin.qq.com/connect/qrconnect?')).toBe(true);
    expect(parametersOf(address)).toEqual({
      appid: needed.appId,
      scope: 'snsapi_login',
      redirect_uri: needed.redirectUri,
      state: 'Abc123',
      login_type: 'jssdk',
      self_redirect: 'default',
      styletype: '',
      sizetype: '',
      bgcolor: '',
      rst: '',
    });
  });

  test('takes all other parameters from the caller', () => {
    const given = {
      selfRedirect: true,
      styleType: '1',
      sizeType: 's',
      bgColor: '#fff',
      style: 'white',
      href: 'data:text/css;base64,LmE=',
      lang: 'en',
      origin: 'http://127.0.0.1:3001',
    } as const;
    const address = wechatAddress({ ...needed, ...given });
    expect(new URL(address).origin).toBe('http://127.0.0.1:3001');
    expect(parametersOf(address)).toMatchObject({
      self_redirect: 'true',
      styletype: '1',
      sizetype: 's',
      bgcolor: '#fff',
      style: 'white',
      href: 'data:text/css;base64,LmE=',
      lang: 'en',
    });
    expect(parametersOf(wechatAddress({ ...needed, selfRedirect: false })).self_redirect).toBe('false');
  });
});
