import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';

const contestOf = (env: Record<string, string>) => loadConfig({ ...env }).contest;
const live = {
  SITE_MODE: 'live',
  API_CLIENT: 'own:one',
  SITE_URL: 'https://news.example.cn',
  SMS_PROVIDER: 'aliyun',
  ALIYUN_ACCESS_KEY_ID: 'id',
  ALIYUN_ACCESS_KEY_SECRET: 'secret',
  ALIYUN_SMS_SIGN: '观澜',
  ALIYUN_SMS_TEMPLATES: 'SMS_1',
  SMTP_URL: 'smtps://u:p@mail.example.cn:465',
  MAIL_FROM: 'no-reply@news.example.cn',
};

test('moves the market at any hour in a demo portal with its edition, not in an empty or live portal', () => {
  expect(contestOf({})).toEqual({
    freshSeconds: 60,
    generator: 'always',
    isGeneratorChosen: false,
    pullUrl: '',
    pullSeconds: 5,
    pullHeader: '',
    eventsUrl: '',
    homeCodes: '',
  });
  expect(contestOf({ DEMO_CONTENT: 'false' }).generator).toBe('off');
  expect(contestOf(live).generator).toBe('off');
  expect(contestOf({ ...live, CONTEST_GENERATOR: 'hours' }).generator).toBe('hours');
});

test.each([
  [{ ...live, CONTEST_GENERATOR: 'always' }, /CONTEST_GENERATOR 不能是 always/],
  [{ CONTEST_GENERATOR: 'sometimes' }, /CONTEST_GENERATOR 不可用：应为 off、hours 或 always/],
  [{ CONTEST_FRESH_SECONDS: '4' }, /CONTEST_FRESH_SECONDS 不可用：应为 5 到 3600/],
  [{ CONTEST_PULL_SECONDS: '0' }, /CONTEST_PULL_SECONDS 不可用/],
  [{ CONTEST_PULL_URL: 'ftp://quotes.example.cn' }, /CONTEST_PULL_URL 不可用：应为网址/],
  [{ CONTEST_PULL_HEADER: 'secret' }, /CONTEST_PULL_HEADER 不可用：应为 名称: 值/],
  [{ CONTEST_PULL_HEADER: 'a: b\r\nc: d' }, /CONTEST_PULL_HEADER 不可用/],
])('refuses %j and names the setting', (env, message) => {
  expect(() => loadConfig(env as Record<string, string>)).toThrow(message);
});
