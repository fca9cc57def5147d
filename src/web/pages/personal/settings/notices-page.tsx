import { useOptimistic, useState, useTransition } from 'react';
import type { NoticeSetting } from '#features/notifications/calls.ts';
import { Fault } from '#ui/account/form-parts.tsx';
import { SettingList, SettingRow } from '#ui/account/setting-row.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { definePersonalPage } from '../personal-page.tsx';
import { silent, useAct } from '../use-act.ts';

const notes: Record<NoticeSetting['kind'], string> = {
  followed: '关注的作者发布新内容时，在消息里告诉我',
  announcement: '编辑部的公告和活动',
};

/** Which messages a member wants. */
export const page = definePersonalPage({
  title: '通知设置',
  load: ({ ask }) => ask('GET /member/noticeSettings', undefined, { isSilent: true }),
  Body: ({ data }) => (
    <SettingList label="通知设置">
      {data.map((setting) => (
        <NoticeRow key={setting.kind} setting={setting} />
      ))}
      <SettingRow label="系统通知" note="与账号、订单有关的通知总会送达" action={<small>总是开启</small>} />
    </SettingList>
  ),
});

/** On or off at once; what could not be saved goes back. */
function NoticeRow({ setting: { kind, label, ...setting } }: { setting: NoticeSetting }) {
  const { error, run } = useAct();
  const [saved, setSaved] = useState(setting.isOn);
  const [isOn, show] = useOptimistic(saved);
  const [, begin] = useTransition();

  const change = (wanted: boolean) =>
    begin(async () => {
      show(wanted);
      const isSaved = await run(async (call) => {
        await call('POST /member/saveNoticeSettings', { body: { kind, isOn: wanted }, ...silent });
      });
      if (isSaved) begin(() => setSaved(wanted));
    });

  return (
    <SettingRow
      label={label}
      note={notes[kind]}
      action={
        <Switch checked={isOn} onChange={(event) => change(event.target.checked)}>
          <span className="vh">{label}</span>
          <span aria-hidden="true">{isOn ? '开' : '关'}</span>
        </Switch>
      }
    >
      {error && <Fault>{error}</Fault>}
    </SettingRow>
  );
}
