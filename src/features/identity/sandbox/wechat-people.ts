import { randomBytes } from 'node:crypto';

/** An invented person to log in as at the sandbox, with the same ids at every start. */
export type SandboxPerson = { key: string; nickname: string; openId: string; unionId: string };

const person = (key: string, nickname: string): SandboxPerson => ({
  key,
  nickname,
  openId: `oSandbox_${key}`.padEnd(28, '0'),
  unionId: `uSandbox_${key}`.padEnd(28, '0'),
});

export const sandboxPeople: readonly SandboxPerson[] = [
  person('gu', '顾知白'),
  person('lin', '林晚照'),
  person('zhou', '周野'),
  person('ji', '𠮷田小满'),
];

export const newcomer = (): SandboxPerson => person(randomBytes(6).toString('hex'), '新来的微信用户');
