import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import type { MemberDetail } from '../../members/schema.ts';
import s from '../people.module.css';

const agreements: Readonly<Record<string, string>> = { agreement: '用户协议', privacy: '隐私政策' };

type Line = { key: string; text: string; at: string };

export function MemberLogins({ member: { sessions, consents } }: { member: MemberDetail }) {
  return (
    <>
      <Section title={`登录设备（${sessions.length}）`}>
        <Lines
          empty="没有登录中的设备"
          lines={sessions.map(({ id, device, address, lastSeenAt }) => ({
            key: id,
            text: `${device} ${address}`,
            at: lastSeenAt,
          }))}
        />
      </Section>
      <Section title="同意记录">
        <Lines
          empty="没有记录：账号是编辑部添加的"
          lines={consents.map(({ kind, version, agreedAt }) => ({
            key: `${kind} ${version}`,
            text: `${agreements[kind] ?? kind} ${version}`,
            at: agreedAt,
          }))}
        />
      </Section>
    </>
  );
}

function Lines({ lines, empty }: { lines: Line[]; empty: string }) {
  if (lines.length === 0) return <Quiet>{empty}</Quiet>;
  return (
    <ul className={s.lines}>
      {lines.map(({ key, text, at }) => (
        <li key={key}>
          {text}
          <Quiet>
            <time dateTime={at}>{showTime(at)}</time>
          </Quiet>
        </li>
      ))}
    </ul>
  );
}
