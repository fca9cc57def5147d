import type { MemberDetail } from '#features/identity/members/schema.ts';
import { showTime } from '../../../parts/show-time.ts';
import s from '../people.module.css';

const agreements: Readonly<Record<string, string>> = { agreement: '用户协议', privacy: '隐私政策' };

/** Where a member is logged in, and what they have agreed to. */
export function MemberLogins({ member: { sessions, consents } }: { member: MemberDetail }) {
  return (
    <>
      <section className={s.part}>
        <h3>登录设备（{sessions.length}）</h3>
        {sessions.length === 0 ? (
          <p className={s.quiet}>没有登录中的设备</p>
        ) : (
          <ul className={s.lines}>
            {sessions.map(({ id, device, address, lastSeenAt }) => (
              <li key={id}>
                <span>
                  {device} <span className={s.quiet}>{address}</span>
                </span>
                <time className={s.quiet} dateTime={lastSeenAt}>
                  {showTime(lastSeenAt)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={s.part}>
        <h3>同意记录</h3>
        {consents.length === 0 ? (
          <p className={s.quiet}>没有记录：账号是编辑部添加的</p>
        ) : (
          <ul className={s.lines}>
            {consents.map(({ kind, version, agreedAt }) => (
              <li key={`${kind} ${version}`}>
                <span>
                  {agreements[kind] ?? kind} {version}
                </span>
                <time className={s.quiet} dateTime={agreedAt}>
                  {showTime(agreedAt)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
