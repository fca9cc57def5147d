import { hashKey } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { saveViewInput } from '#features/saved-views/schema.ts';
import { formatBadge } from '#ui/display/badge.tsx';
import { type AnswerOf, useRead, useSend } from '../data.ts';
import { TextItem } from '../form/items.tsx';
import { FormDialog } from '../form/save-form.tsx';
import { useSave } from '../form/use-save.ts';
import { ConfirmButton } from '../layout/confirm.tsx';
import { Row } from '../layout/page.tsx';
import s from './list.module.css';
import type { Filters } from './use-filters.ts';

type View = AnswerOf<'GET /admin/savedView/list'>[number];
type ViewFilters = Pick<Filters<never>, 'clear' | 'isNarrowed'> & {
  values: object;
  set: (change: never) => void;
};

/** A view that every user has, such as a state; `count` is the number of waiting records, shown beside its name. */
export type BuiltInView = { name: string; filters: Record<string, string>; count?: number };

/**
 * Built-in and saved views of a list as tabs, with actions for the open one. A built-in view stays open while other
 * filters narrow it further.
 */
export function SavedViews({
  list,
  builtIn = [{ name: '全部', filters: {} }],
  filters,
}: {
  /** Name of the list on the server. */
  list: string;
  builtIn?: readonly BuiltInView[];
  filters: ViewFilters;
}) {
  // The list works without saved views, so a failure to load them is not shown.
  const views = useRead('GET /admin/savedView/list', { list }).data ?? [];
  const tabs = [
    ...builtIn.map((view) => ({ ...view, key: view.name })),
    ...views.map((view) => ({ ...view, key: `view-${view.id}`, count: 0 })),
  ];
  const open = tabs.find((tab) => hashKey([tab.filters]) === hashKey([filters.values]));
  const names = new Set(builtIn.flatMap((view) => Object.keys(view.filters)));
  const [viewValues, others] = splitValues(filters.values, names);
  const baseView = tabs
    .slice(0, builtIn.length)
    .find((tab) => hashKey([tab.filters]) === hashKey([viewValues]));
  const show = (key: string) => {
    const cleared = Object.fromEntries(Object.keys(filters.values).map((name) => [name, undefined]));
    const isBuiltIn = builtIn.some(({ name }) => name === key);
    const otherValues = isBuiltIn && (!open || builtIn.some(({ name }) => name === open.key)) ? others : {};
    filters.set({ ...cleared, ...otherValues, ...tabs.find((tab) => tab.key === key)?.filters } as never);
  };
  return (
    <div className={s.views}>
      <Tabs
        aria-label="视图"
        activeKey={(open ?? baseView)?.key ?? ''}
        items={tabs.map(({ key, name, count = 0 }) => ({
          key,
          label: count > 0 ? `${name} ${formatBadge(count)}` : name,
        }))}
        onChange={show}
      />
      <ViewTools
        list={list}
        view={views.find(({ id }) => open?.key === `view-${id}`)}
        filters={filters}
        isOpenView={!!open}
      />
    </div>
  );
}

/** Splits filter values into those that built-in views set and the others. */
function splitValues(values: object, names: ReadonlySet<string>) {
  const entries = Object.entries(values);
  return [
    Object.fromEntries(entries.filter(([name]) => names.has(name))),
    Object.fromEntries(entries.filter(([name]) => !names.has(name))),
  ] as const;
}

function ViewTools({
  list,
  view,
  filters,
  isOpenView,
}: {
  list: string;
  view: View | undefined;
  filters: ViewFilters;
  isOpenView: boolean;
}) {
  // Stores the view for which the dialog opened: the list may be refetched while the user types.
  const [dialogFor, setDialogFor] = useState<{ view: View | undefined }>();
  const { send } = useSend('POST /admin/savedView/delete', { done: '视图已删除', onDone: filters.clear });
  if (isOpenView && !view && !dialogFor) return null;
  return (
    <Row>
      <Button size="small" onClick={() => setDialogFor({ view })}>
        {view ? '视图改名' : '存为视图'}
      </Button>
      {view && (
        <ConfirmButton
          size="small"
          title={`删除视图“${view.name}”？`}
          content="只删这个视图，列表里的内容都还在。"
          okText="删除"
          isDanger
          onOk={() => send({ id: view.id })}
        >
          删除视图
        </ConfirmButton>
      )}
      {dialogFor && (
        <ViewDialog {...{ list, filters }} view={dialogFor.view} onClose={() => setDialogFor(undefined)} />
      )}
    </Row>
  );
}

function ViewDialog({
  list,
  view,
  filters,
  onClose,
}: {
  list: string;
  view: View | undefined;
  filters: ViewFilters;
  onClose: () => void;
}) {
  const save = useSave('POST /admin/savedView/save', {
    schema: saveViewInput,
    initial: { name: view?.name ?? '' },
    toBody: ({ name }) => ({
      list,
      name,
      filters: filters.values as Record<string, string>,
      ...(view && { id: view.id }),
    }),
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title={view ? '视图改名' : '存为视图'} width={400} onClose={onClose}>
      <TextItem name="name" label="视图名称" placeholder="如：研报草稿" />
    </FormDialog>
  );
}
