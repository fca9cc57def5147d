import { Checkbox, Input, Select } from 'antd';
import { type ReactNode, useId } from 'react';
import type { Content, DeskPost } from '#features/posts/desk/schema.ts';
import { MediaChoice } from '../../../parts/media-choice.tsx';
import { useColumns } from '../../../parts/use-columns.ts';
import { AuthorChoice } from './author-choice.tsx';
import s from './editor.module.css';
import { PriceField } from './price-field.tsx';
import { RelatedChoice } from './related-choice.tsx';

export interface FieldsProps {
  content: Content;
  kind: DeskPost['kind'];
  isWriting: boolean;
  onChange: (change: Partial<Content>) => void;
  /** Switches that are no part of what is written. */
  children?: ReactNode;
}

const accesses = [
  { value: 'column', label: '随栏目' },
  { value: 'public', label: '公开' },
  { value: 'member', label: '会员' },
  { value: 'vip', label: 'VIP' },
  { value: 'paid', label: '付费' },
];

/** What belongs to a piece besides its body. */
export function Fields({ content, kind, isWriting, onChange, children }: FieldsProps) {
  const { access } = content;
  // Only columns of the piece's own kind can take it.
  const columns = useColumns().filter((column) => column.kind === kind);
  return (
    <aside className={s.side} aria-label="稿件信息">
      <fieldset className={s.fields} disabled={!isWriting}>
        <legend className="vh">稿件信息</legend>
        <Field label="栏目">
          {(id) => (
            <Select
              id={id}
              disabled={!isWriting}
              showSearch={{ optionFilterProp: 'label' }}
              options={columns.map(({ id, columnName }) => ({ value: id, label: columnName }))}
              value={columns.length > 0 ? content.columnId : null}
              onChange={(columnId) => onChange({ columnId })}
            />
          )}
        </Field>
        <Field label="作者">
          {(id) => (
            <AuthorChoice
              id={id}
              isWriting={isWriting}
              value={content.authorId}
              onChange={(authorId) => onChange({ authorId })}
            />
          )}
        </Field>
        <Field label="摘要" note="留空时取正文开头">
          {(id) => (
            <Input.TextArea
              id={id}
              autoSize={{ minRows: 2, maxRows: 8 }}
              maxLength={500}
              value={content.summary}
              onChange={({ target }) => onChange({ summary: target.value })}
            />
          )}
        </Field>
        <div className={s.field}>
          <span className={s.label}>封面</span>
          <MediaChoice
            kind="image"
            label="封面"
            disabled={!isWriting}
            value={content.cover}
            onChange={(cover) => onChange({ cover })}
          />
        </div>
        <Field label="可见范围">
          {(id) => (
            <Select
              id={id}
              disabled={!isWriting}
              options={accesses}
              value={access ?? 'column'}
              onChange={(value) =>
                onChange({ access: value === 'column' ? null : (value as Content['access']) })
              }
            />
          )}
        </Field>
        {(access === 'paid' || access === null) && (
          <PriceField
            label="价格（元）"
            hint="付费内容必填"
            fen={content.price}
            onChange={(price) => onChange({ price })}
          />
        )}
        {(access === 'paid' || access === null) && !content.vipFree && (
          <PriceField
            label="VIP 价（元）"
            hint="VIP 会员付这个价；留空则和其他人同价"
            fen={content.vipPrice}
            wrong={faultOfVipPrice(content)}
            onChange={(vipPrice) => onChange({ vipPrice })}
          />
        )}
        <div className={s.checks}>
          {access !== 'public' && access !== 'member' && (
            <Checkbox
              checked={content.vipFree}
              disabled={!isWriting}
              onChange={({ target }) =>
                onChange(target.checked ? { vipFree: true, vipPrice: null } : { vipFree: false })
              }
            >
              VIP 免费读
            </Checkbox>
          )}
          <Checkbox
            checked={content.important}
            disabled={!isWriting}
            onChange={({ target }) => onChange({ important: target.checked })}
          >
            重要
          </Checkbox>
        </div>
        {children}
        <Field label="标签" note="回车或逗号分开">
          {(id) => (
            <Words
              id={id}
              isWriting={isWriting}
              value={content.tags}
              most={20}
              onChange={(tags) => onChange({ tags })}
            />
          )}
        </Field>
        <Field label="股票代码" note="如 300750">
          {(id) => (
            <Words
              id={id}
              isWriting={isWriting}
              value={content.stockCodes}
              most={50}
              onChange={(stockCodes) => onChange({ stockCodes })}
            />
          )}
        </Field>
        <Field label="相关内容">
          {(id) => (
            <RelatedChoice
              id={id}
              isWriting={isWriting}
              value={content.relatedIds}
              onChange={(relatedIds) => onChange({ relatedIds })}
            />
          )}
        </Field>
        <Field label="搜索标题" note="给搜索引擎，留空用标题">
          {(id) => (
            <Input
              id={id}
              maxLength={100}
              value={content.seoTitle}
              onChange={({ target }) => onChange({ seoTitle: target.value })}
            />
          )}
        </Field>
        <Field label="搜索描述" note="留空用摘要">
          {(id) => (
            <Input.TextArea
              id={id}
              autoSize={{ minRows: 2, maxRows: 6 }}
              maxLength={300}
              value={content.seoDescription}
              onChange={({ target }) => onChange({ seoDescription: target.value })}
            />
          )}
        </Field>
      </fieldset>
    </aside>
  );
}

/** A VIP price stands beside a price, and not above it. */
function faultOfVipPrice({ price, vipPrice }: Content): string | undefined {
  if (vipPrice === null) return undefined;
  if (price === null) return '先填价格';
  return vipPrice > price ? 'VIP 价不能高于价格' : undefined;
}

type FieldProps = { label: string; note?: string; children: (id: string) => ReactNode };

/** A label over its control, which takes the id it is given. */
function Field({ label, note, children }: FieldProps) {
  const id = useId();
  return (
    <div className={s.field}>
      <label htmlFor={id} className={s.label}>
        {label}
      </label>
      {children(id)}
      {note && <small className={s.hint}>{note}</small>}
    </div>
  );
}

type WordsProps = {
  id: string;
  isWriting: boolean;
  value: string[];
  most: number;
  onChange: (words: string[]) => void;
};

function Words({ id, isWriting, value, most, onChange }: WordsProps) {
  return (
    <Select
      id={id}
      mode="tags"
      open={false}
      suffixIcon={null}
      disabled={!isWriting}
      maxCount={most}
      tokenSeparators={[',', '，', '、', ' ', '；', ';']}
      value={value}
      onChange={(words: string[]) =>
        onChange(words.map((word) => word.normalize('NFKC').trim()).filter(Boolean))
      }
    />
  );
}
