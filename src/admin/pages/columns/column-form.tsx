import { Alert, Button, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import type { DeskColumn } from '#features/columns/desk/schema.ts';
import { Icon } from '#ui/icon.tsx';
import { Field } from '../../parts/field.tsx';
import s from './columns.module.css';
import { type Draft, sayEffect } from './draft.ts';
import { Flag } from './flag.tsx';
import { columnIcons } from './icons.ts';
import { mayStandBelow } from './tree-order.ts';

export interface ColumnFormProps {
  /** Absent for one that is being made. */
  column: DeskColumn | undefined;
  columns: DeskColumn[];
  draft: Draft;
  isChanged: boolean;
  isBusy: boolean;
  fault: string | undefined;
  onChange: (change: Partial<Draft>) => void;
  onSave: () => void;
  onLeave: () => void;
  /** On a narrow screen, where the tree makes room for the form: its place in the order. */
  steps?: ReactNode;
  /** What else can be done to it, e.g. deleted. */
  acts?: ReactNode;
}

const kinds = [
  { value: 'article', label: '文章：研报、评论、长文' },
  { value: 'news', label: '资讯：快讯、新闻' },
  { value: 'reference', label: '内参：会员撰写' },
];
const accesses = [
  { value: 'public', label: '公开：所有人读全文' },
  { value: 'member', label: '会员：登录后读全文' },
  { value: 'vip', label: 'VIP：开通 VIP 后读全文' },
  { value: 'paid', label: '付费：单篇购买或订阅栏目' },
];

/** Every field of a column, each with what it does to a reader. */
export function ColumnForm(props: ColumnFormProps) {
  const { column, columns, draft, isChanged, isBusy, fault, onChange, onSave, onLeave, steps, acts } = props;
  const isBuiltIn = column?.isBuiltIn ?? false;
  const parents = columns.filter(({ id, parentId }) =>
    column ? mayStandBelow(columns, column.id, id) : parentId === null,
  );
  return (
    <form
      className={s.form}
      aria-label={column ? `栏目「${column.columnName}」` : '新栏目'}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <div className={s.formHead}>
        <Button className={s.back ?? ''} onClick={onLeave} icon={<Icon name="left" size="s" />}>
          返回
        </Button>
        <h2>{column ? column.columnName : '新栏目'}</h2>
      </div>
      {steps && <div className={s.narrow}>{steps}</div>}
      <div className={s.effect} role="status">
        {sayEffect(draft, column?.id, isBuiltIn).map((sentence) => (
          <p key={sentence}>{sentence}。</p>
        ))}
      </div>
      <div className={s.pair}>
        <Field label="栏目名" note="最多 20 个字，出现在菜单、列表和每篇内容上">
          {(id, note) => (
            <Input
              id={id}
              aria-describedby={note}
              required
              maxLength={20}
              value={draft.columnName}
              onChange={({ target }) => onChange({ columnName: target.value })}
            />
          )}
        </Field>
        <Field
          label="内容类型"
          note={column ? '建好后不能改；要放另一类内容请另建栏目' : '一个栏目只放一类内容，建好后不能改'}
        >
          {(id) => (
            <Select
              id={id}
              disabled={column !== undefined}
              options={kinds}
              value={draft.kind}
              onChange={(kind) => onChange({ kind })}
            />
          )}
        </Field>
      </div>
      <Field label="栏目说明" note="给搜索引擎和栏目页的介绍，最多 200 个字">
        {(id) => (
          <Input.TextArea
            id={id}
            autoSize={{ minRows: 2, maxRows: 5 }}
            maxLength={200}
            value={draft.description}
            onChange={({ target }) => onChange({ description: target.value })}
          />
        )}
      </Field>
      <div className={s.pair}>
        <Field label="可见范围" note="没有单独设置的内容都随它；改动立即对已发布的内容生效">
          {(id) => (
            <Select
              id={id}
              options={accesses}
              value={draft.access}
              onChange={(access) => onChange({ access })}
            />
          )}
        </Field>
        <Field
          label="上级栏目"
          note={isBuiltIn ? '内置栏目只能放在顶层' : '最多两级；下级栏目列在上级栏目的页面顶部'}
        >
          {(id) => (
            <Select
              id={id}
              disabled={isBuiltIn}
              options={[
                { value: '', label: '（顶层）' },
                ...parents.map(({ id: value, columnName: label }) => ({ value, label })),
              ]}
              value={draft.parentId ?? ''}
              onChange={(parentId) => onChange({ parentId: parentId || null })}
            />
          )}
        </Field>
      </div>
      <fieldset className={s.flags}>
        <legend>读者怎么进入</legend>
        <Flag
          label="登录后才能打开"
          code="loginAuth"
          value={draft.loginAuth}
          onChange={(loginAuth) => onChange({ loginAuth })}
        >
          打开后，游客进栏目页要先登录；只管页面，全文给谁看由可见范围决定。
        </Flag>
        <Flag
          label="不放进菜单"
          code="noMenu"
          value={draft.noMenu}
          onChange={(noMenu) => onChange({ noMenu })}
        >
          栏目页还在，只是菜单里看不到，适合活动页或还没对外的栏目。
        </Flag>
        <Flag label="参加导航" code="isNav" value={draft.isNav} onChange={(isNav) => onChange({ isNav })}>
          {isBuiltIn
            ? '关掉后不在菜单里；内置栏目的页面保留。'
            : '关掉后没有栏目页，也不在菜单里，原来的栏目地址打不开。'}
        </Flag>
        <Flag
          label="启用栏目页"
          code="isAuth"
          value={draft.isAuth}
          onChange={(isAuth) => onChange({ isAuth })}
        >
          {isBuiltIn
            ? '内置栏目的页面始终保留，这一项只随接口给出。'
            : '关掉后读者没有这个栏目的页面；其中的内容仍能从首页、搜索和链接读到。'}
        </Flag>
        <Flag
          label="不展开下级"
          code="hideChild"
          value={draft.hideChild}
          onChange={(hideChild) => onChange({ hideChild })}
        >
          打开后，菜单里不列出它下面的栏目。
        </Flag>
      </fieldset>
      <fieldset className={s.flags}>
        <legend>页面的样子</legend>
        <Flag
          label="返回时保留位置"
          code="keepAlive"
          value={draft.keepAlive}
          onChange={(keepAlive) => onChange({ keepAlive })}
        >
          读者看完一篇返回列表，停在原来的地方，已加载的内容还在。
        </Flag>
        <Flag
          label="显示面包屑"
          code="breadShow"
          value={draft.breadShow}
          onChange={(breadShow) => onChange({ breadShow })}
        >
          页面上方显示「首页 › 栏目」，方便往回走。
        </Flag>
      </fieldset>
      <div className={s.pair}>
        <Field label="排序（listOrder）" note="数字大的在前；拖动左边的次序会自动改写它。留空放到最后">
          {(id) => (
            <InputNumber
              id={id}
              className={s.wide ?? ''}
              min={-999_999}
              max={999_999}
              precision={0}
              value={draft.listOrder}
              onChange={(listOrder) => onChange({ listOrder })}
            />
          )}
        </Field>
        <Field label="图标（icon）" note="随栏目给到接口和小程序；网页菜单只显示文字">
          {(id) => (
            <Select
              id={id}
              value={draft.icon}
              onChange={(icon) => onChange({ icon })}
              options={iconOptions(draft.icon)}
              optionRender={({ value }) => <IconLine name={String(value)} />}
              labelRender={({ value }) => <IconLine name={String(value)} />}
            />
          )}
        </Field>
        <Field label="菜单类型（menuType）" note="随接口给出，供其他客户端区分；本站的页面不用它">
          {(id) => (
            <InputNumber
              id={id}
              className={s.wide ?? ''}
              min={0}
              max={99}
              precision={0}
              value={draft.menuType}
              onChange={(menuType) => onChange({ menuType: menuType ?? 1 })}
            />
          )}
        </Field>
        <Field label="栏目编码（codePath）" note="1 资讯、2 研报、3 VIP，由系统固定">
          {(id) => <Input id={id} disabled value={draft.codePath ?? '无'} />}
        </Field>
      </div>
      {fault && <Alert type="error" showIcon title={fault} role="alert" />}
      <div className={s.acts}>
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={!isChanged}>
          {column ? '保存' : '建立栏目'}
        </Button>
        {acts}
      </div>
    </form>
  );
}

function iconOptions(current: string) {
  const known = columnIcons.map(({ name, label }) => ({ value: name as string, label }));
  const isOther = current !== '' && !known.some(({ value }) => value === current);
  return [
    { value: '', label: '不用图标' },
    ...known,
    ...(isOther ? [{ value: current, label: current }] : []),
  ];
}

function IconLine({ name }: { name: string }) {
  const icon = columnIcons.find((one) => one.name === name);
  return (
    <span className={s.iconLine}>
      {icon && <Icon name={icon.name} size="s" />}
      {icon?.label ?? (name || '不用图标')}
    </span>
  );
}
