import { expect, test } from 'vitest';
import { hostOfSender, mailFrom, readSenderAddress } from './sender-address.ts';

const address = 'no-reply@news.example.cn';

test.each([
  [address, ''],
  [`<${address}>`, ''],
  [`海岸日报 <${address}>`, '海岸日报'],
  [`  海岸日报<${address}> `, '海岸日报'],
  [`海岸(日报) <${address}>`, '海岸(日报)'],
  [`海岸, 日报; 财经 <${address}>`, '海岸, 日报; 财经'],
  [`"海岸日报: 编辑部" <${address}>`, '海岸日报: 编辑部'],
  [`"海岸 \\"日\\" 报" <${address}>`, '海岸 "日" 报'],
  [`O'Brien & Söhne <${address}>`, "O'Brien & Söhne"],
])('reads the sender %j with the name %j as typed', (text, name) => {
  expect(readSenderAddress(text)).toEqual({ name, address });
  expect(mailFrom.safeParse(text).success).toBe(true);
  expect(hostOfSender(text)).toBe('news.example.cn');
});

test.each([
  [`海岸日报 ${address}`, `尖括号里，如 海岸日报 <${address}>`],
  [`海岸日报 <${address}`, `尖括号里，如 海岸日报 <${address}>`],
  [`海岸日报 <${address}> 编辑部`, '写在最后的一对尖括号里'],
  [`${address} (海岸日报)`, '尖括号里'],
  [`x@evil.example, ${address}`, '应只有一个邮箱地址'],
  [`x@evil.example <${address}>`, '应只有一个邮箱地址'],
  [`"x@evil.example" <${address}>`, '名称里不能有 @'],
  [`海岸日报: 编辑部 <${address}>`, `用英文双引号括起来，如 "海岸日报: 编辑部" <${address}>`],
  [`"海岸日报 <${address}>`, `双引号写全，如 海岸日报 <${address}>`],
  [`海岸"日"报 <${address}>`, '用英文双引号括起来'],
  ['海岸日报 <编辑@news.example.cn>', '只用英文字母'],
  ['no-reply@海岸.cn', '中文域名写成 xn-- 开头'],
  ['海岸日报＜no-reply@news.example.cn＞', '只用英文字母'],
  ['海岸日报 <no-reply>', '应有邮箱地址'],
  ['海岸日报 <no reply@news.example.cn>', '，如 '],
  ['<no-reply@-news.cn>', '应有邮箱地址'],
  ['海岸日报', '应有邮箱地址'],
  ['', '应有邮箱地址'],
  [`海岸\r\nBcc: x <${address}>`, '写在一行里'],
  [`${'海'.repeat(190)} <${address}>`, '至多 200 个字符'],
])('refuses the sender %j and says what it should be', (text, fault) => {
  const parsed = mailFrom.safeParse(text);
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([expect.stringContaining(fault)]);
  expect(hostOfSender(text)).toBe('localhost');
});
