import { type ReactNode, useOptimistic, useState, useTransition } from 'react';
import type { NoticeChannels, NoticeSetting } from '#features/notifications/schema.ts';
import { Fault } from '#ui/controls/form-parts.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Section } from '#ui/layout/section.tsx';
import { silent, useAct } from '../../../parts/use-act.ts';
import { kindNames } from '../messages/ask-notices.ts';
import { definePersonalPage } from '../personal-page.tsx';
import { SettingList, SettingRow } from '../setting-row.tsx';
import { ChannelRows } from './channel-rows.tsx';
import s from './notices-page.module.css';

const notes: Partial<Record<NoticeSetting['kind'], string>> = {
  like: '多人点赞合成一条',
  system: '站内总会送达，不能关闭',
};
const places: readonly { place: Place; label: string }[] = [
  { place: 'site', label: '站内' },
  { place: 'mail', label: '邮件' },
  { place: 'wechat', label: '微信' },
];

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

type Place = 'site' | 'mail' | 'wechat';

type NoticeRowProps = { setting: NoticeSetting; onSaved: (settings: NoticeSetting[]) => void };

/** One kind of notice: on or off at once in each place; what could not be saved goes back. */
function NoticeRow({ setting, onSaved }: NoticeRowProps) {
  const { kind, label } = setting;
  const { error, run } = useAct();
  const [shown, show] = useOptimistic(setting);
  const [, begin] = useTransition();

  const change = (place: Place, isOn: boolean) =>
    begin(async () => {
      show(withPlace(shown, place, isOn));
      await run(async (call) => {
        const body = { kind, isOn, ...(place !== 'site' && { channel: place }) };
        const saved = await call('POST /member/saveNoticeSettings', { body, ...silent });
        begin(() => onSaved(saved));
      });
    });

  return (
    <SettingRow label={kindNames[kind]} note={notes[kind]}>
      {label}
      <SwitchGroup label={`${label}，在哪里收`}>
        {places.map((one) => {
          const { isOn, isFixed, reason } = stateOf(shown, one.place);
          return (
            <Switch
              key={one.place}
              checked={isOn}
              disabled={isFixed}
              title={reason ?? undefined}
              onChange={(event) => change(one.place, event.target.checked)}
            >
              {one.label}
            </Switch>
          );
        })}
      </SwitchGroup>
      {error && <Fault>{error}</Fault>}
    </SettingRow>
  );
}

// A kind that is told nowhere in the site goes nowhere else either.
function stateOf({ isOn, isFixed, channels }: NoticeSetting, place: Place) {
  if (place === 'site') return { isOn, isFixed, reason: isFixed ? '总会送达' : null };
  const { state, reason } = channels[place];
  return {
    isOn: isOn && state === 'on',
    isFixed: !isOn || (state === 'unavailable' && reason !== null),
    reason,
  };
}

function withPlace(setting: NoticeSetting, place: Place, isOn: boolean): NoticeSetting {
  if (place === 'site') return { ...setting, isOn };
  const state = isOn ? 'on' : 'off';
  return { ...setting, channels: { ...setting.channels, [place]: { state, reason: null } } };
}

/** Switches that belong to one setting, side by side; they wrap where the screen is narrow. */
function SwitchGroup({ children, label }: { children: ReactNode; label: string }) {
  return (
    <fieldset className={s.group}>
      <legend className="vh">{label}</legend>
      {children}
    </fieldset>
  );
}
