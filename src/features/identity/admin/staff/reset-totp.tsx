import { Chip } from '#admin/parts/chip.tsx';
import { useSend } from '#admin/parts/data.ts';
import { ConfirmButton } from '#admin/parts/layout/confirm.tsx';
import { Quiet, Row, Section } from '#admin/parts/layout/page.tsx';
import { useUser } from '#client/stores.ts';

type Member = { id: string; name: string; hasTotp: boolean };

/** Shows whether a person has a second factor, and resets it for those who have lost theirs. */
export function ResetTotp({ member: { id, name, hasTotp } }: { member: Member }) {
  const ownId = useUser(({ userInfo }) => userInfo?.id);
  const { send } = useSend('POST /admin/staff/resetTotp', { done: '两步验证已重置' });
  return (
    <Section title="两步验证" tools={<TotpChip hasTotp={hasTotp} />}>
      {!hasTotp ? (
        <Quiet>本人在“个人中心 · 账号安全”里开启。</Quiet>
      ) : id === ownId ? (
        <Quiet>自己的在“个人中心 · 账号安全”里管理。</Quiet>
      ) : (
        <Row>
          <ConfirmButton
            title={`重置${name}的两步验证？`}
            content="先用别的办法确认真的是本人丢了手机。对方的全部登录立即结束，下次只凭密码或验证码登录，之后要重新开启。"
            okText="重置"
            isDanger
            onOk={() => send({ id })}
          >
            重置两步验证
          </ConfirmButton>
        </Row>
      )}
    </Section>
  );
}

export const TotpChip = ({ hasTotp }: { hasTotp: boolean }) => (
  <Chip tone={hasTotp ? 'good' : 'warn'}>{hasTotp ? '已开启' : '未开启'}</Chip>
);
