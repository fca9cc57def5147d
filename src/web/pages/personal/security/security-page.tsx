import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Button } from '#ui/controls/button.tsx';
import { Acts, Fault, Words } from '#ui/controls/form-parts.tsx';
import { Section } from '#ui/layout/section.tsx';
import { useClient } from '../../../client-context.ts';
import { silent, useAct } from '../../../parts/use-act.ts';
import { useSurroundings } from '../../../site.ts';
import { definePersonalPage } from '../personal-page.tsx';
import { ProgressLine } from '../progress-line.tsx';
import { keepPerson, usePerson } from '../use-person.ts';
import { Deletion } from './deletion.tsx';
import { Devices } from './devices.tsx';
import { saveFile } from './save-file.ts';
import { isTotpDue, Totp } from './totp.tsx';
import { WechatBinding } from './wechat-binding.tsx';

/** Devices, WeChat, the second factor, what the law gives people over their data (PIPL). */
export const page = definePersonalPage({
  title: '账号安全',
  load: async ({ ask }) => {
    const [profile, sessions, options] = await Promise.all([
      ask('GET /member/profile', undefined, { isSilent: true }),
      ask('GET /member/sessions', undefined, { isSilent: true }),
      ask('GET /reception/loginOptions', undefined, { isSilent: true }),
    ]);
    keepPerson(profile);
    return { profile, sessions, options };
  },
  Body: ({ data: { sessions, options, ...data } }) => {
    const profile = usePerson() ?? data.profile;
    // Whoever was sent here for it finds it first; it stays there when it is done, with the recovery codes on screen.
    const [isTotpFirst] = useState(() => isTotpDue(profile));
    const totp = (
      <Section id="totp" title="两步验证">
        <Totp profile={profile} hasOutbox={options.outbox} />
      </Section>
    );
    return (
      <>
        {isTotpFirst && totp}
        <Section id="devices" title="登录设备">
          <Devices first={sessions} />
        </Section>
        {(options.wechat || profile.wechat) && (
          <Section id="wechat" title="微信">
            <WechatBinding wechat={profile.wechat} />
          </Section>
        )}
        {!isTotpFirst && totp}
        <Section id="export" title="导出我的数据">
          <DataExport />
        </Section>
        <Section id="deletion" title="注销账号">
          <Deletion dueAt={profile.deletionDueAt} hasOutbox={options.outbox} />
        </Section>
      </>
    );
  },
});

/** Everything the portal keeps about its member, as one file (PIPL art. 45). */
function DataExport() {
  const client = useClient();
  const { site, today } = useSurroundings();
  const { isBusy, error, run } = useAct();
  const [received, setReceived] = useState(0);

  const fetchAll = async () => {
    setReceived(0);
    const isSaved = await run(async () => {
      const file = await client().download('GET /member/exportData', { ...silent, onReceived: setReceived });
      saveFile(file.bytes, file.name ?? `${site.name}个人数据-${today}.zip`, file.type || 'application/zip');
    });
    if (isSaved) toasts.success('数据已导出，请到下载里查看');
  };

  return (
    <>
      <Words>
        <p>
          把资料、登录设备、同意记录、收藏、关注、阅读历史和消息打包成一个 ZIP 文件，内容为 JSON 和头像图片。
        </p>
        <p>里面有个人信息，请妥善保管。</p>
      </Words>
      {error && <Fault>{error}</Fault>}
      <Acts>
        <Button busy={isBusy} onClick={() => void fetchAll()}>
          {isBusy ? '正在打包' : '导出数据'}
        </Button>
      </Acts>
      {isBusy && <ProgressLine label="正在下载" note={`${Math.ceil(received / 1024)} KB`} />}
    </>
  );
}
