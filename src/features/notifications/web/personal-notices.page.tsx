import { type ReactNode, useOptimistic, useState, useTransition } from 'react';
import { slotsOf } from '#client/slots.ts';
import { FormError } from '#ui/controls/form-parts.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Section } from '#ui/layout/section.tsx';
import { statusOf } from '#web/api.ts';
import { definePersonalPage } from '#web/parts/personal/define-personal-page.tsx';
import type { NoticesSlot } from '#web/parts/personal/notices-slot.ts';
import { SettingList, SettingRow } from '#web/parts/personal/setting-row.tsx';
import { silent, useAction } from '#web/parts/use-action.ts';
import type { NoticeChannels, NoticeSetting } from '../schema.ts';
import { ChannelRows } from './channel-rows.tsx';
import { kindNames } from './messages/fetch-notices.ts';
import s from './notices-page.module.css';

const slots = slotsOf(
  import.meta.glob<{ slot: NoticesSlot<unknown> }>('../../*/web/**/notices.*.slot.tsx', { eager: true }),
);

const notes: Partial<Record<NoticeSetting['kind'], string>> = {
  like: '多人点赞合成一条',
  system: '站内总会送达，不能关闭',
};
const channelOptions: readonly { channel: ChannelId; label: string }[] = [
  { channel: 'site', label: '站内' },
  { channel: 'mail', label: '邮件' },
  { channel: 'wechat', label: '微信' },
];

type Data = { settings: NoticeSetting[]; channels: NoticeChannels; others: unknown[] };

/** Which notices a member receives, and through which channels. */
export const page = definePersonalPage<Data>({
  title: '通知设置',
  load: async ({ fetchCall }) => {
    const options = { isSilent: true };
    const [settings, channels, ...others] = await Promise.all([
      fetchCall('GET /member/noticeSettings', undefined, options),
      fetchCall('GET /member/noticeChannels', undefined, options),
      ...slots.map((slot) => slot.load(fetchCall).catch(noneOfOff)),
    ]);
    return { settings, channels, others };
  },
  Body: ({ data }) => <NoticeSettings {...data} />,
});

function NoticeSettings(data: Data) {
  const [settings, setSettings] = useState(data.settings);
  return (
    <>
      <Section id="notice-channels" title="在哪里收">
        <SettingList label="提醒方式" isUnderHeading>
          <ChannelRows first={data.channels} onChange={setSettings} />
        </SettingList>
      </Section>
      <Section id="notice-kinds" title="收哪些">
        <SettingList label="通知设置" isUnderHeading>
          {settings.map((setting) => (
            <NoticeRow key={setting.kind} setting={setting} onSaved={setSettings} />
          ))}
        </SettingList>
      </Section>
      {slots.map(
        ({ id, title, Rows }, index) =>
          data.others[index] !== null && (
            <Section key={id} id={id} title={title}>
              <SettingList label={title} isUnderHeading>
                <Rows first={data.others[index]} />
              </SettingList>
            </Section>
          ),
      )}
    </>
  );
}

/** The calls of a module that is switched off are not found. */
function noneOfOff(error: unknown): null {
  if (statusOf(error) === 404) return null;
  throw error;
}

type ChannelId = 'site' | 'mail' | 'wechat';

type NoticeRowProps = { setting: NoticeSetting; onSaved: (settings: NoticeSetting[]) => void };

/** One kind of notice. A switch takes effect optimistically and reverts if it could not be saved. */
function NoticeRow({ setting, onSaved }: NoticeRowProps) {
  const { kind, label } = setting;
  const { error, run } = useAction();
  const [optimistic, setOptimistic] = useOptimistic(setting);
  const [, startTransition] = useTransition();

  const change = (channel: ChannelId, isOn: boolean) =>
    startTransition(async () => {
      setOptimistic(withChannel(optimistic, channel, isOn));
      await run(async (call) => {
        const body = { kind, isOn, ...(channel !== 'site' && { channel: channel }) };
        const saved = await call('POST /member/saveNoticeSettings', { body, ...silent });
        startTransition(() => onSaved(saved));
      });
    });

  return (
    <SettingRow label={kindNames[kind]} note={notes[kind]}>
      {label}
      <SwitchGroup label={`${label}，在哪里收`}>
        {channelOptions.map((option) => {
          const { isOn, isFixed, reason } = channelState(optimistic, option.channel);
          return (
            <Switch
              key={option.channel}
              checked={isOn}
              disabled={isFixed}
              title={reason ?? undefined}
              onChange={(event) => change(option.channel, event.target.checked)}
            >
              {option.label}
            </Switch>
          );
        })}
      </SwitchGroup>
      {error && <FormError>{error}</FormError>}
    </SettingRow>
  );
}

// A kind that is off on the site goes to no other channel either.
function channelState({ isOn, isFixed, channels }: NoticeSetting, channel: ChannelId) {
  if (channel === 'site') return { isOn, isFixed, reason: isFixed ? '总会送达' : null };
  const { state, reason } = channels[channel];
  return {
    isOn: isOn && state === 'on',
    isFixed: !isOn || (state === 'unavailable' && reason !== null),
    reason,
  };
}

function withChannel(setting: NoticeSetting, channel: ChannelId, isOn: boolean): NoticeSetting {
  if (channel === 'site') return { ...setting, isOn };
  const state = isOn ? 'on' : 'off';
  return { ...setting, channels: { ...setting.channels, [channel]: { state, reason: null } } };
}

/** The switches of one setting side by side; they wrap on a narrow screen. */
function SwitchGroup({ children, label }: { children: ReactNode; label: string }) {
  return (
    <fieldset className={s.group}>
      <legend className="vh">{label}</legend>
      {children}
    </fieldset>
  );
}
