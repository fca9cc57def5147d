import type { WechatFault } from '#kernel/wechat/service-account.ts';

export type Explained = {
  text: string;
  /** Whether the same request may succeed later. */
  isTemporary: boolean;
  /** Whether it is about the picture of the request only. */
  isPicture: boolean;
};

const texts: Readonly<Record<number, string>> = {
  40001: '微信不接受这个公众号的凭证，换了新的也不行，请到设置里核对 AppID 和 AppSecret',
  40013: 'AppID 不对，请到设置里核对微信服务号',
  40125: 'AppSecret 不对，请到设置里核对微信服务号',
  40007: '微信不认这张封面，请给稿件换一张封面再发',
  45002: '正文超过微信的长度限制，请删减后再发',
  45003: '标题超过微信的长度限制（32 个字），请缩短后再发',
  45004: '摘要超过微信的长度限制（128 个字），请缩短后再发',
  45110: '作者超过微信的长度限制（16 个字），请缩短后再发',
  48001: '该公众号没有草稿接口权限（个人号和没有认证的账号都没有），请用“复制为公众号格式”',
  50002: '这个公众号被微信限制了，请登录公众号后台查看',
};
const sameAs: Readonly<Record<number, number>> = { 40014: 40001, 42001: 40001 };
const pictureCodes = new Set([40005, 40009, 40137, 45001]);

/** Explains an error of WeChat to staff, with what they can do about it. */
export function explainFault({ code, message }: WechatFault): Explained {
  const explained = (text: string, isTemporary = false, isPicture = false): Explained => ({
    ...{ text, isTemporary, isPicture },
  });
  if (code === 0) return explained('微信没有回答', true);
  if (code === -1) return explained('微信系统繁忙', true);
  if (code === 45009) return explained('调用微信接口太频繁，或今天的次数用完了', true);
  if (code === 40164) {
    const ip = /\d{1,3}(?:\.\d{1,3}){3}/.exec(message)?.[0];
    return explained(
      `服务器的 IP${ip ? ` ${ip} ` : ''}不在公众号的 IP 白名单里，请到公众号后台“设置与开发”里加上，再重试`,
    );
  }
  if (pictureCodes.has(code)) return explained('微信不收这张图片', false, true);
  return explained(texts[sameAs[code] ?? code] ?? `微信回答了错误 ${code}`);
}
