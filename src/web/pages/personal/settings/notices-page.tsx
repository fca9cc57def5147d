import { useOptimistic, useState, useTransition } from 'react';
import type { NoticeSetting } from '#features/notifications/calls.ts';
import { Fault } from '#ui/account/form-parts.tsx';
import { SettingList, SettingRow } from '#ui/account/setting-row.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { silent, useAct } from '../../../parts/use-act.ts';
import { definePersonalPage } from '../personal-page.tsx';

const kinds: Record<NoticeSetting['kind'], { name: string; note: string }> = {
  followed: { name: '关注', note: '发布后出现在消息里' },
  announcement: { name: '公告', note: '编辑部的公告和活动，出现在消息里' },
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
      <SettingRow label="系统" note="总会送达，不能关闭">
        与账号安全有关的通知
      </SettingRow>
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
      label={kinds[kind].name}
      note={kinds[kind].note}
      action={
        <Switch checked={isOn} onChange={(event) => change(event.target.checked)}>
          <span className="vh">{label}</span>
          <span aria-hidden="true">{isOn ? '开' : '关'}</span>
        </Switch>
      }
    >
      {label}
      {error && <Fault>{error}</Fault>}
    </SettingRow>
  );
}
