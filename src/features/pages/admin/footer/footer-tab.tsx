import { Button, Input } from 'antd';
import { useState } from 'react';
import { useRead, useSend } from '#admin/parts/data.ts';
import { Item } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { ConfirmButton } from '#admin/parts/layout/confirm.tsx';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Quiet, Row } from '#admin/parts/layout/page.tsx';
import { FilterBar } from '#admin/parts/list/filter-bar.tsx';
import { SortableList, useOrder } from '#admin/parts/list/sortable-list.tsx';
import { maxFooterGroups, maxFooterLinks } from '#shared/footer.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type EditedFooter, type EditedGroup, saveFooterInput } from '../../footer/schema.ts';
import type { NavLink } from '../../links/schema.ts';
import s from './footer.module.css';
import { LinkDialog } from './link-dialog.tsx';
import { describeLink, type KnownPage, keyOf } from './links.ts';

const saved = '已保存，读者立即看到';

/** The links of the footer, in the order readers see. Every change is saved at once. */
export function FooterTab() {
  const read = useRead('GET /admin/footer/detail');
  const pages = useRead('GET /admin/page/list');
  return (
    <Loaded read={read} noun="页脚">
      {(footer) => (
        <Footer
          footer={footer}
          pages={pages.data ?? []}
          refetch={() => read.refetch({ cancelRefetch: false })}
        />
      )}
    </Loaded>
  );
}

type FooterProps = { footer: EditedFooter; pages: readonly KnownPage[]; refetch: () => Promise<unknown> };
/** What a dialog adds or changes; without `link` a new one. */
type Opened = { dialog: 'group'; index: number } | { dialog: 'link'; index: number; link?: NavLink };

function Footer({ footer, pages, refetch }: FooterProps) {
  const [opened, setOpened] = useState<Opened>();
  const { send } = useSend('POST /admin/footer/save', { done: saved });
  const { order, arrange, isSaving } = useOrder(footer.groups, async (groups) => {
    await send({ base: footer.version, groups });
    await refetch();
  });
  const changeGroup = (index: number, links: NavLink[]) =>
    arrange(order.map((group, position) => (position === index ? { ...group, links } : group)));
  const dialog = { footer, done: saved, onClose: () => setOpened(undefined) };
  return (
    <>
      <FilterBar>
        <Button
          type="primary"
          disabled={order.length >= maxFooterGroups}
          onClick={() => setOpened({ dialog: 'group', index: order.length })}
        >
          添加一组
        </Button>
        {!footer.isDefault && (
          <ConfirmButton
            title="恢复默认的页脚？"
            content="现在的分组和链接都会去掉，换成内容、查找、规则三组。"
            okText="恢复"
            onOk={() => send({ base: footer.version, groups: null })}
          >
            恢复默认
          </ConfirmButton>
        )}
      </FilterBar>
      <Quiet>
        每一页的下方都有页脚，最多 {maxFooterGroups} 组，每组最多 {maxFooterLinks}{' '}
        个链接。拖动，或用空格键和方向键调整次序。
      </Quiet>
      {order.length === 0 && (
        <EmptyState title="页脚没有链接">
          <p>读者在页脚只看到网站的名字和备案信息。</p>
        </EmptyState>
      )}
      <SortableList
        label="页脚的分组"
        items={order.map((group) => ({ ...group, id: group.title }))}
        nameOf={({ title }) => `“${title}”组`}
        isTall
        isDisabled={isSaving}
        onDrop={({ ids }) => arrange(ids.flatMap((id) => order.find(({ title }) => title === id) ?? []))}
      >
        {(group) => {
          // Not the position on screen, which differs during a drag.
          const index = order.findIndex(({ title }) => title === group.title);
          return (
            <Group
              {...{ group, pages, isSaving }}
              onRename={() => setOpened({ dialog: 'group', index })}
              onDelete={() => arrange(order.toSpliced(index, 1))}
              onOpen={(link) => setOpened({ dialog: 'link', index, ...(link && { link }) })}
              onChange={(links) => changeGroup(index, links)}
            />
          );
        }}
      </SortableList>
      {opened?.dialog === 'group' && <GroupDialog {...dialog} index={opened.index} />}
      {opened?.dialog === 'link' && (
        <LinkDialog {...dialog} index={opened.index} link={opened.link} pages={pages} />
      )}
    </>
  );
}

type GroupProps = {
  group: EditedGroup;
  pages: readonly KnownPage[];
  isSaving: boolean;
  onRename: () => void;
  onDelete: () => void;
  onOpen: (link?: NavLink) => void;
  onChange: (links: NavLink[]) => void;
};

function Group({ group: { title, links }, pages, isSaving, onRename, onDelete, ...rest }: GroupProps) {
  const { onOpen, onChange } = rest;
  return (
    <section aria-label={title}>
      <div className={s.line}>
        <h2 className={s.heading}>{title}</h2>
        <Row>
          <Button size="small" disabled={links.length >= maxFooterLinks} onClick={() => onOpen()}>
            添加链接
          </Button>
          <Button size="small" type="text" onClick={onRename}>
            改标题
          </Button>
          <ConfirmButton
            size="small"
            type="text"
            isDanger
            disabled={isSaving}
            title={`删除“${title}”这一组？`}
            content={links.length > 0 ? '它的链接也会从页脚去掉。' : undefined}
            onOk={onDelete}
          >
            删除
          </ConfirmButton>
        </Row>
      </div>
      {links.length === 0 && <Quiet>还没有链接，读者看不到这一组。</Quiet>}
      <SortableList
        label={`${title}的链接`}
        items={links.map((link) => ({ ...link, id: keyOf(link) }))}
        nameOf={(link) => `“${describeLink(link, pages).name}”`}
        isDisabled={isSaving}
        onDrop={({ ids }) => onChange(ids.flatMap((id) => links.find((link) => keyOf(link) === id) ?? []))}
      >
        {(link) => (
          <LinkRow
            {...describeLink(link, pages)}
            isSaving={isSaving}
            onOpen={() => onOpen(link)}
            onDelete={() => onChange(links.filter((other) => keyOf(other) !== link.id))}
          />
        )}
      </SortableList>
    </section>
  );
}

type LinkRowProps = ReturnType<typeof describeLink> & {
  isSaving: boolean;
  onOpen: () => void;
  onDelete: () => void;
};

const LinkRow = ({ name, target, note, isSaving, onOpen, onDelete }: LinkRowProps) => (
  <div className={s.line}>
    <p className={s.link}>
      {name} <small>{target}</small>
      {note && <em>{note}</em>}
    </p>
    <Row>
      <Button size="small" type="text" aria-label={`修改${name}`} onClick={onOpen}>
        修改
      </Button>
      <Button
        size="small"
        type="text"
        danger
        aria-label={`删除${name}`}
        disabled={isSaving}
        onClick={onDelete}
      >
        删除
      </Button>
    </Row>
  </div>
);

type GroupDialogProps = {
  footer: EditedFooter;
  /** Position of the group; that after the last adds one. */
  index: number;
  done: string;
  onClose: () => void;
};

/** Adds a group of links to the footer, or changes its heading. */
function GroupDialog({ footer: { version, groups }, index, done, onClose }: GroupDialogProps) {
  const group = groups[index];
  const save = useSave('POST /admin/footer/save', {
    schema: saveFooterInput,
    initial: { title: group?.title ?? '' },
    toBody: ({ title }) => ({
      base: version,
      groups: groups.toSpliced(index, 1, { links: group?.links ?? [], title }),
    }),
    done,
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title={group ? '改标题' : '添加一组'} width={420} onClose={onClose}>
      <Item name="title" label="标题" required note="最多 10 个字，如 关于。">
        <Input autoFocus maxLength={10} />
      </Item>
    </FormDialog>
  );
}
