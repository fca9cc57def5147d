import { lazy, Suspense, useState } from 'react';
import { useCopy } from '#client/copy.ts';
import type { NoticeChannels, NoticeSetting } from '#features/notifications/schema.ts';
import { Button, ButtonLink, Spin } from '#ui/controls/button.tsx';
import { Acts, Beside, Fault, Words } from '#ui/controls/form-parts.tsx';
import { type SiteCall, silent, useAct } from '../../../parts/use-act.ts';
import { SettingRow } from '../setting-row.tsx';

// Only who binds WeChat loads it.
const QrCode = lazy(() =>
  import('../../../parts/qr-code.tsx').then((module) => ({ default: module.QrCode })),
);

type ChannelRowsProps = {
  first: NoticeChannels;
  /** What each kind may do depends on where its member can be reached. */
  onChange: (settings: NoticeSetting[]) => void;
};

/** Where a member can be reached, why not, and what to do about it. */
export function ChannelRows({ first, onChange }: ChannelRowsProps) {
  const [channels, setChannels] = useState(first);
  const { mail } = channels;
  const take = async (fresh: NoticeChannels, call: SiteCall) => {
    setChannels(fresh);
    onChange(await call('GET /member/noticeSettings', silent));
  };
  return (
    <>
      <SettingRow label="站内" note="右上角的铃铛，新消息会自己出现">
        总会送达
      </SettingRow>
      <SettingRow
        label="邮件"
        note={mail.reason ? undefined : '回复、点赞这类消息每小时至多一封，每封都能一键退订'}
        action={
          <ButtonLink size="s" href="/personal/info">
            {mail.reason ? '绑定邮箱' : '更换'}
          </ButtonLink>
        }
      >
        {mail.reason ?? mail.address}
      </SettingRow>
      {channels.wechat.isOffered && <WechatRow wechat={channels.wechat} onChange={take} />}
    </>
  );
}

type WechatRowProps = {
  wechat: NoticeChannels['wechat'];
  onChange: (fresh: NoticeChannels, call: SiteCall) => Promise<void>;
};

function WechatRow({ wechat: { isBound, account, reason }, onChange }: WechatRowProps) {
  const { isBusy, error, run, fail } = useAct();
  const [address, setAddress] = useState<string>();

  const open = () =>
    run(async (call) => setAddress((await call('POST /member/bindNoticeWechat', silent)).address));
  const check = () =>
    run(async (call) => {
      const fresh = await call('POST /member/checkNoticeWechat', silent);
      await onChange(fresh, call);
      if (fresh.wechat.isBound) setAddress(undefined);
      else fail('还没有收到扫码的结果，请在微信里打开后再试');
    });
  const end = () =>
    run(async (call) => onChange(await call('POST /member/unbindNoticeWechat', silent), call));

  return (
    <SettingRow
      label="微信"
      note={isBound && !reason ? `由服务号「${account}」发送` : undefined}
      action={
        <>
          {!isBound && !address && (
            <Button size="s" busy={isBusy} onClick={() => void open()}>
              关联微信
            </Button>
          )}
          {isBound && reason && (
            <Button size="s" busy={isBusy} onClick={() => void check()}>
              我已关注
            </Button>
          )}
          {isBound && (
            <Button size="s" busy={isBusy} onClick={() => void end()}>
              解除
            </Button>
          )}
        </>
      }
      form={
        address && (
          <Scan address={address} isBusy={isBusy} onDone={check} onCancel={() => setAddress(undefined)} />
        )
      }
    >
      {reason ?? '已关联'}
      {error && <Fault>{error}</Fault>}
    </SettingRow>
  );
}

type ScanProps = { address: string; isBusy: boolean; onDone: () => Promise<boolean>; onCancel: () => void };

function Scan({ address, isBusy, onDone, onCancel }: ScanProps) {
  const copy = useCopy(address);
  return (
    <Beside>
      <Suspense fallback={<Spin />}>
        <QrCode text={address} label="关联微信的二维码" />
      </Suspense>
      <Words>
        <p>用微信扫一扫，十分钟内有效。</p>
        <p>在手机上：复制链接，发到微信的“文件传输助手”再点开。</p>
        <Acts>
          <Button size="s" tone="ink" busy={isBusy} onClick={() => void onDone()}>
            我已扫码
          </Button>
          <Button size="s" {...copy}>
            复制链接
          </Button>
          <Button size="s" onClick={onCancel}>
            取消
          </Button>
        </Acts>
      </Words>
    </Beside>
  );
}
