import { z } from 'zod';
import { siteName } from '#kernel/setting-pieces.ts';
import { cleanText } from '#shared/clean-text.ts';
import { writePhone } from './sign-in/phones.ts';

const text = (name: string, label: string) =>
  z.string({ error: `请提供${label}（${name}）` }).transform((given) => cleanText(given).trim());

export const setupState = z.object({ isOpen: z.boolean() });

export const setupInput = z.object({
  key: z.string({ error: '请提供设置钥匙（key）' }).max(200, { error: '设置钥匙（key）不正确' }),
  siteName: text('siteName', '站点名称').pipe(
    z.string().refine((name) => siteName.safeParse(name).success, {
      error: '站点名称（siteName）应为 1 到 20 个字',
    }),
  ),
  mobile: text('mobile', '手机号')
    .transform(writePhone)
    .pipe(z.string().regex(/^1\d{10}$/, { error: '手机号（mobile）不正确，应为 11 位数字' })),
  name: text('name', '姓名').pipe(
    z.string().min(1, { error: '姓名（name）不能为空' }).max(30, { error: '姓名（name）应为 1 到 30 个字' }),
  ),
  password: z
    .string({ error: '请提供密码（password）' })
    .min(8, { error: '密码（password）至少 8 个字符' })
    .max(100, { error: '密码（password）最多 100 个字符' }),
});
