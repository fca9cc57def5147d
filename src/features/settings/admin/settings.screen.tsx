import { Fragment } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useRead } from '#admin/parts/data.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Page, Quiet, type SettingsSlot } from '#admin/parts/layout/page.tsx';
import { slotsOf } from '#client/slots.ts';
import { Agreements } from './agreements/agreements.tsx';
import { GroupForm } from './group-form.tsx';
import s from './settings.module.css';

const slots = slotsOf(
  import.meta.glob<{ slot: SettingsSlot }>('../../*/admin/**/settings.*.slot.tsx', { eager: true }),
);
const ownPages = slots.flatMap(({ group, title }) => (title ? [{ name: group, title }] : []));

const firstGroup = 'site';

/** Settings of the portal, group by group. A saved group overrides the environment's settings immediately. */
export function Screen() {
  const [query] = useSearchParams();
  const name = query.get('group') ?? firstGroup;
  const read = useRead('GET /admin/settings/list');
  return (
    <Page title="设置">
      <div className={s.panes}>
        <GroupNav groups={read.data?.groups ?? []} openName={name} />
        <div>
          {name === 'agreements' && <Agreements />}
          {name !== 'agreements' && !ownPages.some((page) => page.name === name) && (
            <Loaded read={read} noun="设置">
              {({ groups, hasWechatSandbox }) => {
                const group = groups.find((one) => one.name === name);
                return group ? (
                  <GroupForm key={name} group={group} hasWechatSandbox={hasWechatSandbox} />
                ) : (
                  <Quiet>你没有改这一组设置的权限，请找有“安全设置”权限的同事。</Quiet>
                );
              }}
            </Loaded>
          )}
          {slots.map(({ group, content }) => group === name && <Fragment key={group}>{content}</Fragment>)}
        </div>
      </div>
    </Page>
  );
}

function GroupNav({ groups, openName }: { groups: { name: string; title: string }[]; openName: string }) {
  const [first, ...others] = groups;
  const links = first ? [first, { name: 'agreements', title: '协议文本' }, ...others, ...ownPages] : [];
  return (
    <nav className={s.groups} aria-label="设置的分组">
      {links.map(({ name, title }) => (
        <Link
          key={name}
          ref={name === openName ? scrollIntoView : undefined}
          to={`?group=${name}`}
          aria-current={name === openName ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

// On a phone the tab bar is wider than the screen, and the open group may be scrolled out of view.
const scrollIntoView = (link: HTMLAnchorElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });
