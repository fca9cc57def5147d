import { Spin } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { SettingList } from '#features/settings/desk/schema.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { useLeaveGuard } from '../../parts/use-leave-guard.ts';
import { useLoad } from '../../parts/use-load.ts';
import { Agreements } from './agreements/agreements.tsx';
import { groupSpecs } from './group-fields.ts';
import { GroupForm } from './group-form.tsx';
import type { GroupSpec } from './group-spec.ts';
import s from './settings.module.css';

const [firstGroup] = groupSpecs;
const tabs = groupSpecs.flatMap(({ name, title }) => [
  { name, title },
  ...(name === 'site' ? [{ name: 'agreements', title: '协议文本' }] : []),
]);

/** What the portal is set to, group by group. What is set here goes before the environment, at once. */
export function Screen() {
  const [query] = useSearchParams();
  const asked = query.get('group') ?? firstGroup?.name ?? '';
  const spec = groupSpecs.find(({ name }) => name === asked);
  // Whoever went on to another group after being asked has let go of what was not saved.
  const [changed, setChanged] = useState<string>();
  useLeaveGuard(changed === asked);
  const markDirty = (isDirty: boolean) => setChanged(isDirty ? asked : undefined);
  // On a phone the groups are wider than the screen, and the one that is open may lie beyond its edge.
  const groups = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = groups.current?.querySelector(`a[href$="group=${asked}"]`);
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [asked]);
  return (
    <>
      <PageHead title="设置" />
      <div className={s.panes}>
        <nav className={s.groups} ref={groups} aria-label="设置的分组">
          {tabs.map(({ name, title }) => (
            <Link key={name} to={`?group=${name}`} aria-current={name === asked ? 'page' : undefined}>
              {title}
            </Link>
          ))}
        </nav>
        {asked === 'agreements' && <Agreements onDirty={markDirty} />}
        {spec && <Groups key={spec.name} spec={spec} onDirty={markDirty} />}
      </div>
    </>
  );
}

function Groups({ spec, onDirty }: { spec: GroupSpec; onDirty: (isDirty: boolean) => void }) {
  const { data, fault, reload } = useLoad('settings', (signal) =>
    call('GET /admin/settings/list', { silent: true, signal }),
  );
  const [saved, setSaved] = useState<SettingList['groups'][number]>();
  if (fault) return <Failed message={fault.message} onRetry={reload} />;
  if (!data) return <Spin aria-label="正在取设置" />;
  const group = saved ?? data.groups.find(({ name }) => name === spec.name);
  if (!group) return null;
  return (
    <GroupForm
      spec={spec}
      group={group}
      hasWechatSandbox={data.hasWechatSandbox}
      onDirty={onDirty}
      onSaved={setSaved}
    />
  );
}
