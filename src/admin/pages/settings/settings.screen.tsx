import { Spin } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { SettingList } from '#features/settings/desk/schema.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { useLeaveGuard } from '../../parts/use-leave-guard.ts';
import { useLoad } from '../../parts/use-load.ts';
import { Agreements } from './agreements/agreements.tsx';
import { GroupForm } from './group-form.tsx';
import s from './settings.module.css';

const firstGroup = 'site';

/** What the portal is set to, group by group. What is set here goes before the environment, at once. */
export function Screen() {
  const [query] = useSearchParams();
  const asked = query.get('group') ?? firstGroup;
  // The group with unsaved changes. They are discarded when the user confirms leaving for another group.
  const [changed, setChanged] = useState<string>();
  useLeaveGuard(changed === asked);
  const markDirty = (isDirty: boolean) => setChanged(isDirty ? asked : undefined);
  const { data, fault, isLoading, reload } = useLoad(`settings ${asked}`, (signal) =>
    call('GET /admin/settings/list', { silent: true, signal }),
  );
  const tabs = (data?.groups ?? []).flatMap(({ name, title }) => [
    { name: name as string, title },
    ...(name === firstGroup ? [{ name: 'agreements', title: '协议文本' }] : []),
  ]);
  return (
    <>
      <PageHead title="设置" />
      <div className={s.panes}>
        <nav className={s.groups} aria-label="设置的分组">
          {tabs.map(({ name, title }) => (
            <Link
              key={name}
              ref={name === asked ? scrollTo : undefined}
              to={`?group=${name}`}
              aria-current={name === asked ? 'page' : undefined}
            >
              {title}
            </Link>
          ))}
        </nav>
        {asked === 'agreements' ? (
          <Agreements onDirty={markDirty} />
        ) : fault ? (
          <Failed message={fault.message} onRetry={reload} />
        ) : !data || isLoading ? (
          <Spin aria-label="正在取设置" />
        ) : (
          <Group key={asked} list={data} name={asked} onDirty={markDirty} />
        )}
      </div>
    </>
  );
}

// On a phone the groups are wider than the screen, and the one that is open may lie beyond its edge.
const scrollTo = (link: HTMLAnchorElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });

type GroupProps = { list: SettingList; name: string; onDirty: (isDirty: boolean) => void };

function Group({ list, name, onDirty }: GroupProps) {
  const [saved, setSaved] = useState<SettingList['groups'][number]>();
  const group = saved ?? list.groups.find((one) => one.name === name);
  if (!group) return null;
  return (
    <GroupForm group={group} hasWechatSandbox={list.hasWechatSandbox} onDirty={onDirty} onSaved={setSaved} />
  );
}
