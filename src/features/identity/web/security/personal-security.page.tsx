import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Button } from '#ui/controls/button.tsx';
import { ButtonRow, FormError, HelpText } from '#ui/controls/form-parts.tsx';
import { Section } from '#ui/layout/section.tsx';
import { useClient } from '#web/client-context.ts';
import { downloadFile } from '#web/parts/download-file.ts';
import { saveProfile, useProfile } from '#web/parts/member/use-profile.ts';
import { definePersonalPage } from '#web/parts/personal/define-personal-page.tsx';
import { ProgressLine } from '#web/parts/personal/progress-line.tsx';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useSiteContext } from '#web/site.ts';
import { AccountDeletion } from './account-deletion.tsx';
import { Devices } from './devices.tsx';
import { FeedAddress } from './feed-address.tsx';
import { isTotpDue, TotpSettings } from './totp-settings.tsx';
import { WechatBinding } from './wechat-binding.tsx';

/** Devices, WeChat, the second factor, the private feed, and the member's legal rights over their data (PIPL). */
export const page = definePersonalPage({
  title: '账号安全',
  load: async ({ fetchCall }) => {
    const [profile, sessions, options, feedAddress] = await Promise.all([
      fetchCall('GET /member/profile', undefined, { isSilent: true }),
      fetchCall('GET /member/sessions', undefined, { isSilent: true }),
      fetchCall('GET /reception/loginOptions', undefined, { isSilent: true }),
      fetchCall('GET /member/feedAddress', undefined, { isSilent: true }),
    ]);
    saveProfile(profile);
    return { profile, sessions, options, feedAddress };
  },
  Body: ({ data: { sessions, options, feedAddress, ...data } }) => {
    const profile = useProfile() ?? data.profile;
    // Staff who are sent here to set up the second factor see it first. It stays first after the set-up, while the
    // recovery codes are on screen.
    const [showsTotpFirst] = useState(() => isTotpDue(profile));
    const totp = (
      <Section id="totp" title="两步验证">
        <TotpSettings profile={profile} />
      </Section>
    );
    return (
      <>
        {showsTotpFirst && totp}
        <Section id="devices" title="登录设备">
          <Devices first={sessions} />
        </Section>
        {(options.wechat || profile.wechat) && (
          <Section id="wechat" title="微信">
            <WechatBinding wechat={profile.wechat} />
          </Section>
        )}
        {!showsTotpFirst && totp}
        <Section id="feed" title="专属订阅地址">
          <FeedAddress first={feedAddress} />
        </Section>
        <Section id="export" title="导出我的数据">
          <DataExport />
        </Section>
        <Section id="deletion" title="注销账号">
          <AccountDeletion dueAt={profile.deletionDueAt} />
        </Section>
      </>
    );
  },
});

/** Exports all personal data of the member as one file (PIPL art. 45). */
function DataExport() {
  const client = useClient();
  const { site, today } = useSiteContext();
  const { isBusy, error, run } = useAction();
  const [received, setReceived] = useState(0);

  const exportData = async () => {
    setReceived(0);
    const isSaved = await run(async () => {
      const file = await client().download('GET /member/exportData', { ...silent, onReceived: setReceived });
      downloadFile(
        file.bytes,
        file.name ?? `${site.name}个人数据-${today}.zip`,
        file.type || 'application/zip',
      );
    });
    if (isSaved) toasts.success('数据已导出，请到下载里查看');
  };

  return (
    <>
      <HelpText>
        <p>
          把资料、登录设备、同意记录、收藏、关注、阅读历史和消息打包成一个 ZIP 文件，内容为 JSON 和头像图片。
        </p>
        <p>里面有个人信息，请妥善保管。</p>
      </HelpText>
      {error && <FormError>{error}</FormError>}
      <ButtonRow>
        <Button busy={isBusy} onClick={() => void exportData()}>
          {isBusy ? '正在打包' : '导出数据'}
        </Button>
      </ButtonRow>
      {isBusy && <ProgressLine label="正在下载" note={`${Math.ceil(received / 1024)} KB`} />}
    </>
  );
}
