import { Button, Form, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { Item, TextAreaItem, TextItem } from '#admin/parts/form/items.tsx';
import { NumberInput } from '#admin/parts/form/number-input.tsx';
import { SaveButton, SaveForm } from '#admin/parts/form/save-form.tsx';
import type { Save } from '#admin/parts/form/use-save.ts';
import { Pair, Section } from '#admin/parts/layout/page.tsx';
import { Icon } from '#ui/icon.tsx';
import type { AdminColumn } from '../manage/schema.ts';
import { type Draft, describeEffect } from './column-draft.ts';
import s from './columns.module.css';
import { IconItem } from './icon-item.tsx';
import { canBeChildOf } from './tree-order.ts';

const kindOptions = [
  { value: 'article', label: '文章：研报、评论、长文' },
  { value: 'news', label: '资讯：快讯、新闻' },
  { value: 'reference', label: '内参：会员撰写' },
];
const accessOptions = [
  { value: 'public', label: '公开：所有人读全文' },
  { value: 'member', label: '会员：登录后读全文' },
  { value: 'vip', label: 'VIP：开通 VIP 后读全文' },
  { value: 'paid', label: '付费：单篇购买或订阅栏目' },
];

type Props<V> = {
  save: Save<V>;
  /** Absent for a new column. */
  column?: AdminColumn;
  columns: AdminColumn[];
  onLeave: () => void;
  besideSave?: ReactNode;
  children?: ReactNode;
};

/** Every field of a column, each with an explanation of its effect on readers. */
export function ColumnForm<V extends Draft>(props: Props<V>) {
  const { save, column, columns, onLeave, besideSave, children } = props;
  const draft: Draft = { ...save.initial, ...Form.useWatch([], save.form) };
  const isBuiltIn = column?.isBuiltIn ?? false;
  return (
    <div className={s.form}>
      <Button className={s.back ?? ''} onClick={onLeave} icon={<Icon name="left" size="s" />}>
        返回
      </Button>
      <Section title={column?.columnName ?? '新栏目'}>
        {children}
        <SaveForm save={save} label={column ? `栏目“${column.columnName}”` : '新栏目'}>
          <div className={s.effect} role="status">
            {describeEffect(draft, column?.id, isBuiltIn).map((sentence) => (
              <p key={sentence}>{sentence}。</p>
            ))}
          </div>
          <Identity column={column} columns={columns} />
          <Flags isBuiltIn={isBuiltIn} />
          <Technical column={column} icon={draft.icon} />
          <div className={s.acts}>
            <SaveButton save={save} beside={besideSave}>
              {column ? '保存' : '建立栏目'}
            </SaveButton>
          </div>
        </SaveForm>
      </Section>
    </div>
  );
}

type PartProps = { column: AdminColumn | undefined; columns: AdminColumn[] };

function Identity({ column, columns }: PartProps) {
  const parents = columns.filter(({ id, parentId }) =>
    column ? canBeChildOf(columns, column.id, id) : parentId === null,
  );
  return (
    <>
      <Pair>
        <TextItem name="columnName" label="栏目名" note="最多 20 个字，出现在菜单、列表和每篇内容上" />
        <Item
          name="kind"
          label="内容类型"
          note={column ? '建好后不能改；要放另一类内容请另建栏目' : '一个栏目只放一类内容，建好后不能改'}
        >
          <Select disabled={column !== undefined} options={kindOptions} />
        </Item>
      </Pair>
      <TextAreaItem
        name="description"
        label="栏目说明"
        note="给搜索引擎和栏目页的介绍，最多 200 个字"
        required={false}
      />
      <Pair>
        <Item name="access" label="可见范围" note="没有单独设置的内容都随它；改动立即对已发布的内容生效">
          <Select options={accessOptions} />
        </Item>
        <Item
          name="parentId"
          required={false}
          label="上级栏目"
          note={column?.isBuiltIn ? '内置栏目只能放在顶层' : '最多两级；下级栏目列在上级栏目的页面顶部'}
          getValueProps={(value: string | null) => ({ value: value ?? '' })}
          normalize={(value: string) => value || null}
        >
          <Select
            disabled={column?.isBuiltIn ?? false}
            options={[
              { value: '', label: '（顶层）' },
              ...parents.map(({ id: value, columnName: label }) => ({ value, label })),
            ]}
          />
        </Item>
      </Pair>
    </>
  );
}

const Flags = ({ isBuiltIn }: { isBuiltIn: boolean }) => (
  <>
    <Section title="读者怎么进入">
      <Pair>
        <Flag name="loginAuth" label="登录后才能打开">
          打开后，游客进栏目页要先登录；只管页面，全文给谁看由可见范围决定。
        </Flag>
        <Flag name="noMenu" label="不放进菜单">
          栏目页还在，只是菜单里看不到，适合活动页或还没对外的栏目。
        </Flag>
        <Flag name="isNav" label="参加导航">
          {isBuiltIn
            ? '关掉后不在菜单里；内置栏目的页面保留。'
            : '关掉后没有栏目页，也不在菜单里，原来的栏目地址打不开。'}
        </Flag>
        <Flag name="isAuth" label="启用栏目页">
          {isBuiltIn
            ? '关掉后不在菜单里；内置栏目的页面保留。'
            : '关掉后读者没有这个栏目的页面；其中的内容仍能从首页、搜索和链接读到。'}
        </Flag>
        <Flag name="hideChild" label="不展开下级">
          打开后，它的页面上不列出下面的栏目。
        </Flag>
      </Pair>
    </Section>
    <Section title="页面的样子">
      <Pair>
        <Flag name="keepAlive" label="返回时保留位置">
          读者看完一篇返回列表，停在原来的地方，已加载的内容还在。
        </Flag>
        <Flag name="breadShow" label="显示面包屑">
          页面上方显示“首页 › 栏目”，方便往回走。
        </Flag>
      </Pair>
    </Section>
  </>
);

/** A switch whose value is 0 or 1. */
const Flag = ({ name, label, children }: { name: string; label: string; children: ReactNode }) => (
  <Item
    name={name}
    label={label}
    note={children}
    required={false}
    getValueProps={(value: 0 | 1) => ({ checked: value === 1 })}
    getValueFromEvent={(isOn: boolean) => (isOn ? 1 : 0)}
  >
    <Switch />
  </Item>
);

function Technical({ column, icon }: { column: AdminColumn | undefined; icon: string }) {
  return (
    <Pair>
      <Item
        name="listOrder"
        label="排序"
        note={`数字大的在前；拖动左边的次序会自动改写它${column ? '' : '。留空放到最后'}`}
      >
        <NumberInput precision={0} />
      </Item>
      <IconItem icon={icon} />
    </Pair>
  );
}
