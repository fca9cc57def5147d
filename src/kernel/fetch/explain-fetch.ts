import { FetchRefusal } from './fetch-bytes.ts';

/**
 * The caller's terms for messages: the name of the address (`订阅地址`) and of the other server, by default 来源, the
 * expected content, and the limits.
 */
export type FetchWords = {
  address: string;
  server?: string;
  content: string;
  maxMb: number;
  seconds: number;
};

/** Explains a refusal to a user in Chinese, with what they can do about it. */
export function explainRefusal({ reason, status }: FetchRefusal, words: FetchWords): string {
  const { address, server = '来源', content, maxMb, seconds } = words;
  return {
    address: `${address}不能用：应是 http 或 https 地址，不带账号密码，端口是网站常用的`,
    inside: `${address}指向本机或内网，已拒绝；只能用公开的网站`,
    redirects: `${server}一直在跳转，已停止`,
    status: `${server}回答了 ${status ?? ''} ，没有给出内容`,
    type: `${server}给出的不是${content}`,
    encoding: `${server}用了不支持的压缩方式`,
    large: `${server}的内容超过 ${maxMb} MB 或没有尽头，已中断`,
    slow: `${server} ${seconds} 秒内没有答完，已中断`,
  }[reason];
}

/** Explains a failed fetch to a user; returns null for an error that neither the source nor the network caused. */
export function explainFetch(fault: unknown, words: FetchWords): string | null {
  const { server = '来源' } = words;
  if (fault instanceof FetchRefusal) return explainRefusal(fault, words);
  const { name, code = '' } = fault as Error & { code?: string };
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) return `域名解析不到，请检查${words.address}`;
  if (/^E[A-Z]+$/.test(code)) return `连不上${server}的服务器（${code}）`;
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) return `${server}的证书有问题（${code}）`;
  // undici 8 throws parser errors without a code.
  if (/^Z_|BROTLI|^ERR_|^HPE_|^UND_ERR_/.test(code) || name === 'HTTPParserError')
    return `${server}的回答不完整或已损坏（${code || name}）`;
  return null;
}
