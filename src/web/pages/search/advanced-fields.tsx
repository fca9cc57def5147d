import type { ReactNode } from 'react';
import { Field, type FieldControl, Input, SelectInput } from '#ui/controls/field.tsx';
import { useSiteContext } from '../../site.ts';
import s from './advanced-fields.module.css';
import type { Draft, DraftErrors } from './advanced-form.ts';

export interface AdvancedFieldsProps {
  draft: Draft;
  errors: DraftErrors;
  onChange: (change: Partial<Draft>) => void;
  /** Author names that match the typed text. */
  authorNames: readonly string[];
}

/** All fields of the advanced search (docs/product.md §14, globalSearch). */
export function AdvancedFields({ draft, errors, onChange, authorNames }: AdvancedFieldsProps) {
  const { columns, today } = useSiteContext();
  const bind = (name: keyof Draft) => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  const selectOf =
    (name: keyof Draft, options: readonly (readonly [string, string])[]) => (control: FieldControl) => (
      <SelectInput {...control} {...bind(name)}>
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectInput>
    );
  const field = (name: keyof Draft, label: string, control: (control: FieldControl) => ReactNode) => (
    <Field label={label} error={errors[name]}>
      {control}
    </Field>
  );
  return (
    <FormGrid>
      {field('keyword', '关键词', (control) => (
        <Input {...control} {...bind('keyword')} type="search" placeholder="公司、事件，或一句话" />
      ))}
      {field('field', '关键词出现在', selectOf('field', fields))}
      {field('type', '类型', selectOf('type', types))}
      {field(
        'columnId',
        '栏目',
        selectOf('columnId', [
          ['', '全部栏目'],
          ...columns.map(({ id, columnName }) => [id, columnName] as const),
        ]),
      )}
      {field('author', '作者', (control) => (
        <>
          <Input
            {...control}
            {...bind('author')}
            list="author-names"
            autoComplete="off"
            placeholder="作者姓名"
          />
          <datalist id="author-names">
            {authorNames.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      ))}
      {field('stockCode', '股票代码', (control) => (
        <Input {...control} {...bind('stockCode')} autoComplete="off" placeholder="如 300750" />
      ))}
      {field('startTime', '开始日期', (control) => (
        <Input {...control} {...bind('startTime')} type="date" max={today} />
      ))}
      {field('endTime', '结束日期', (control) => (
        <Input {...control} {...bind('endTime')} type="date" max={today} />
      ))}
      {field('sort', '排序', selectOf('sort', sorts))}
    </FormGrid>
  );
}

const fields = [
  ['all', '标题和正文'],
  ['title', '仅标题'],
] as const;
const types = [
  ['all', '全部'],
  ['news', '资讯'],
  ['article', '文章'],
  ['author', '作者'],
] as const;
const sorts = [
  ['relevance', '相关'],
  ['newest', '最新'],
  ['views', '最热'],
] as const;

/** Fields side by side, as many per row as fit; one on a phone. */
function FormGrid({ children }: { children: ReactNode }) {
  return <div className={s.grid}>{children}</div>;
}

export function FormActions({ children }: { children: ReactNode }) {
  return <div className={s.actions}>{children}</div>;
}
