import { Button } from 'antd';
import { useState } from 'react';
import { type AnswerOf, useSend } from '#admin/parts/data.ts';
import { Facts } from '#admin/parts/layout/page.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { Permit } from '#client/permissions.tsx';
import type { MemberDetail } from '../../members/schema.ts';

/** Account data of a member. Loads the full phone number on request only: the server logs who looked at it. */
export function MemberFacts({ member }: { member: MemberDetail }) {
  const [revealed, setRevealed] = useState<AnswerOf<'POST /admin/member/reveal'>>();
  const { send, isSending } = useSend('POST /admin/member/reveal', { onDone: setRevealed });
  const { wechat, blockedAt, blockReason, deletionDueAt } = member;
  const reveal = (
    <Permit code="members.manage">
      <Button size="small" type="link" loading={isSending} onClick={() => void send({ id: member.id })}>
        显示完整号码
      </Button>
    </Permit>
  );
  return (
    <Facts
      facts={[
        ['编号', member.id],
        [
          '手机号',
          revealed ? (
            revealed.mobile || '未绑定'
          ) : (
            <>
              {member.mobile || '未绑定'} {reveal}
            </>
          ),
        ],
        ['邮箱', (revealed ? revealed.email : member.email) ?? '未绑定'],
        ['微信', wechat ? `${wechat.nickname}（${showTime(wechat.boundAt)} 绑定）` : '未绑定'],
        ['密码', member.hasPassword ? '已设置' : '未设置，用验证码登录'],
        ['两步验证', member.hasTotp ? '已开启' : '未开启'],
        ['注册', showTime(member.createdAt)],
        ['停用', blockedAt && [showTime(blockedAt), blockReason].filter(Boolean).join('，')],
        ['注销', deletionDueAt && `${showTime(deletionDueAt)} 之后删除，在那之前本人可以取消`],
      ]}
    />
  );
}
