import { randomBytes } from 'node:crypto';

/** Somebody who can be played at the stand-in: invented, and the same at every start. */
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

/** Somebody who has never been here. */
export const newcomer = (): SandboxPerson => person(randomBytes(6).toString('hex'), '新来的微信用户');
