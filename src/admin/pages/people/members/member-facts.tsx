import { Button } from 'antd';
import { useState } from 'react';
import { Permit } from '#client/permissions.tsx';
import type { MemberDetail } from '#features/identity/members/schema.ts';
import { call } from '../../../api.ts';
import { showTime } from '../../../parts/show-time.ts';
import s from '../people.module.css';

/** Who a member is. The whole number is asked for, since looking at it is written down. */
export function MemberFacts({ member }: { member: MemberDetail }) {
  const [whole, setWhole] = useState<{ mobile: string; email: string | null }>();
  const reveal = async () => {
    try {
      setWhole(await call('POST /admin/member/reveal', { body: { id: member.id } }));
    } catch {
      // The person has been told in an alert.
    }
  };
  return (
    <section className={s.part} aria-label="资料">
      <dl className={s.facts}>
        <dt>编号</dt>
        <dd>{member.id}</dd>
        <dt>手机号</dt>
        <dd>
          {whole?.mobile ?? member.mobile}{' '}
          {!whole && (
            <Permit code="members.manage">
              <Button size="small" type="link" onClick={() => void reveal()}>
                显示完整号码
              </Button>
            </Permit>
          )}
        </dd>
        <dt>邮箱</dt>
        <dd>{(whole ? whole.email : member.email) ?? '未绑定'}</dd>
        <dt>微信</dt>
        <dd>
          {member.wechat ? `${member.wechat.nickname}（${showTime(member.wechat.boundAt)} 绑定）` : '未绑定'}
        </dd>
        <dt>密码</dt>
        <dd>{member.hasPassword ? '已设置' : '未设置，用验证码登录'}</dd>
        <dt>两步验证</dt>
        <dd>{member.hasTotp ? '已开启' : '未开启'}</dd>
        <dt>注册</dt>
        <dd>{showTime(member.createdAt)}</dd>
        {member.blockedAt && (
          <>
            <dt>停用</dt>
            <dd>
              {showTime(member.blockedAt)}
              {member.blockReason && `，${member.blockReason}`}
            </dd>
          </>
        )}
        {member.deletionDueAt && (
          <>
            <dt>注销</dt>
            <dd>{showTime(member.deletionDueAt)} 之后删除，在那之前本人可以取消</dd>
          </>
        )}
      </dl>
    </section>
  );
}
