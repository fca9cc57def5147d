import { lazy, Suspense, useState } from 'react';
import { useCopy } from '#client/use-copy.ts';
import { Button, ButtonLink, Spinner } from '#ui/controls/button.tsx';
import { ButtonRow, FormError, HelpText, TwoColumns } from '#ui/controls/form-parts.tsx';
import { SettingRow } from '#web/parts/personal/setting-row.tsx';
import { type SiteCall, silent, useAction } from '#web/parts/use-action.ts';
import type { NoticeChannels, NoticeSetting } from '../schema.ts';

// Loaded only to bind WeChat.
const QrCode = lazy(() => import('#web/parts/qr-code.tsx').then((module) => ({ default: module.QrCode })));

type ChannelRowsProps = {
  first: NoticeChannels;
  /** Called with new settings, because the options of each kind depend on the available channels. */
  onChange: (settings: NoticeSetting[]) => void;
};

/** The channels that reach the member, or why not, with what to do about it. */
export function ChannelRows({ first, onChange }: ChannelRowsProps) {
  const [channels, setChannels] = useState(first);
  const { mail } = channels;
  const updateChannels = async (updated: NoticeChannels, call: SiteCall) => {
    setChannels(updated);
    onChange(await call('GET /member/noticeSettings', silent));
  };
  return (
    <>
      <SettingRow
        label="站内"
        note={
          <>
            <span className="not-phone">右上角的铃铛</span>
            <span className="only-phone">底部的“我的”</span>上会出现新消息的数目
          </>
        }
      >
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
      {channels.wechat.isOffered && <WechatRow wechat={channels.wechat} onChange={updateChannels} />}
    </>
  );
}

type WechatRowProps = {
  wechat: NoticeChannels['wechat'];
  onChange: (updated: NoticeChannels, call: SiteCall) => Promise<void>;
};

function WechatRow({ wechat: { isBound, account, reason }, onChange }: WechatRowProps) {
  const { isBusy, error, run, setError } = useAction();
  const [address, setAddress] = useState<string>();

  const startBinding = () =>
    run(async (call) => setAddress((await call('POST /member/bindNoticeWechat', silent)).address));
  const check = () =>
    run(async (call) => {
      const updated = await call('POST /member/checkNoticeWechat', silent);
      await onChange(updated, call);
      if (updated.wechat.isBound) setAddress(undefined);
      else setError('还没有关联，请在微信里打开，点“确认关联”后再试');
    });
  const unbind = () =>
    run(async (call) => onChange(await call('POST /member/unbindNoticeWechat', silent), call));

  return (
    <SettingRow
      label="微信"
      note={isBound && !reason ? `由服务号“${account}”发送` : undefined}
      action={
        <>
          {!isBound && !address && (
            <Button size="s" busy={isBusy} onClick={() => void startBinding()}>
              关联微信
            </Button>
          )}
          {isBound && reason && (
            <Button size="s" busy={isBusy} onClick={() => void check()}>
              我已关注
            </Button>
          )}
          {isBound && (
            <Button size="s" busy={isBusy} onClick={() => void unbind()}>
              解除
            </Button>
          )}
        </>
      }
      form={
        address && (
          <ScanStep address={address} isBusy={isBusy} onDone={check} onCancel={() => setAddress(undefined)} />
        )
      }
    >
      {reason ?? '已关联'}
      {error && <FormError>{error}</FormError>}
    </SettingRow>
  );
}

type ScanStepProps = {
  address: string;
  isBusy: boolean;
  onDone: () => Promise<boolean>;
  onCancel: () => void;
};

function ScanStep({ address, isBusy, onDone, onCancel }: ScanStepProps) {
  const copy = useCopy(address);
  return (
    <TwoColumns>
      <Suspense fallback={<Spinner />}>
        <QrCode text={address} label="关联微信的二维码" />
      </Suspense>
      <HelpText>
        <p>用微信扫一扫，再点“确认关联”，十分钟内有效。</p>
        <p>在手机上：复制链接，发到微信的“文件传输助手”再点开。</p>
        <ButtonRow>
          <Button size="s" tone="ink" busy={isBusy} onClick={() => void onDone()}>
            我已确认
          </Button>
          <Button size="s" {...copy}>
            复制链接
          </Button>
          <Button size="s" onClick={onCancel}>
            取消
          </Button>
        </ButtonRow>
      </HelpText>
    </TwoColumns>
  );
}
