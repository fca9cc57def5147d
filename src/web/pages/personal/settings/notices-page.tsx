import { useState } from 'react';
import type { NoticeChannels, NoticeSetting } from '#features/notifications/schema.ts';
import { Section } from '#ui/layout/section.tsx';
import { definePersonalPage } from '../personal-page.tsx';
import { SettingList } from '../setting-row.tsx';
import { ChannelRows } from './channel-rows.tsx';
import { NoticeRow } from './notice-row.tsx';

type Data = { settings: NoticeSetting[]; channels: NoticeChannels };

/** What a member wants to hear of, and where besides the site. */
export const page = definePersonalPage<Data>({
  title: '通知设置',
  load: async ({ ask }) => {
    const manners = { isSilent: true };
    const [settings, channels] = await Promise.all([
      ask('GET /member/noticeSettings', undefined, manners),
      ask('GET /member/noticeChannels', undefined, manners),
    ]);
    return { settings, channels };
  },
  Body: ({ data }) => <NoticeSettings {...data} />,
});

function NoticeSettings(data: Data) {
  const [settings, setSettings] = useState(data.settings);
  return (
    <>
      <Section id="notice-channels" title="在哪里收">
        <SettingList label="提醒方式" headed>
          <ChannelRows first={data.channels} onChange={setSettings} />
        </SettingList>
      </Section>
      <Section id="notice-kinds" title="收哪些">
        <SettingList label="通知设置" headed>
          {settings.map((setting) => (
            <NoticeRow key={setting.kind} setting={setting} onSaved={setSettings} />
          ))}
        </SettingList>
      </Section>
    </>
  );
}
