import { useState } from 'react';
import { Section } from '#ui/layout/section.tsx';
import { definePersonalPage } from '../personal-page.tsx';
import { keepPerson, usePerson } from '../use-person.ts';
import { DataExport } from './data-export.tsx';
import { Deletion } from './deletion.tsx';
import { Devices } from './devices.tsx';
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
