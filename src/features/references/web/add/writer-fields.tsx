import { useEffect, useState } from 'react';
import { readFen, writeYuan } from '#shared/yuan.ts';
import { Checkbox, Field, Input, SelectInput, Textarea } from '#ui/controls/field.tsx';
import type { ReferenceColumn, ReferenceContent, Security } from '../../schema.ts';
import { PictureUpload } from '../picture-upload.tsx';
import { StockPicker } from './stock-picker.tsx';
import { TagPicker } from './tag-picker.tsx';
import { SideGroup } from './writer-layout.tsx';

/** Price range of a reference, in fen. */
const priceRange = { min: 100, max: 9_990_000 };

type WriterFieldsProps = {
  content: ReferenceContent;
  columns: readonly ReferenceColumn[];
  securities: readonly Security[];
  isWriting: boolean;
  onChange: (change: Partial<ReferenceContent>) => void;
};

const accessOptions: readonly { value: ReferenceContent['access']; label: string; note: string }[] = [
  { value: 'public', label: '公开', note: '所有人都能读全文' },
  { value: 'member', label: '会员', note: '登录后能读全文，其他人读到付费线为止' },
  { value: 'vip', label: 'VIP', note: 'VIP 能读全文，其他人读到付费线为止' },
  { value: 'paid', label: '单篇付费', note: '买了这一篇的人能读全文，其他人读到付费线为止' },
];

/** All fields of a reference except title and text. */
export function WriterFields({ content, columns, securities, isWriting, onChange }: WriterFieldsProps) {
  const { columnId, summary, cover, access, price, vipFree, stockCodes, tags } = content;
  return (
    <>
      <SideGroup title="谁能读">
        <Field label="权限" note={accessOptions.find(({ value }) => value === access)?.note}>
          {(control) => (
            <SelectInput
              {...control}
              disabled={!isWriting}
              value={access}
              onChange={({ target }) => onChange({ access: target.value as ReferenceContent['access'] })}
            >
              {accessOptions.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
        {access === 'paid' && (
          <>
            <PriceField fen={price} isWriting={isWriting} onChange={(fen) => onChange({ price: fen })} />
            <Checkbox
              disabled={!isWriting}
              checked={vipFree}
              onChange={({ target }) => onChange({ vipFree: target.checked })}
            >
              VIP 免费读
            </Checkbox>
          </>
        )}
      </SideGroup>
      <SideGroup title="怎样出现">
        <Field label="栏目">
          {(control) => (
            <SelectInput
              {...control}
              disabled={!isWriting}
              value={columnId}
              onChange={({ target }) => onChange({ columnId: target.value })}
            >
              {columns.every(({ id }) => id !== columnId) && <option value={columnId}>原来的栏目</option>}
              {columns.map(({ id, columnName }) => (
                <option key={id} value={id}>
                  {columnName}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
        <Field label="摘要" hint="最多 500 字" note="不填则取正文开头">
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              maxLength={500}
              disabled={!isWriting}
              value={summary}
              onChange={({ target }) => onChange({ summary: target.value })}
            />
          )}
        </Field>
        {(isWriting || cover !== null) && (
          <PictureUpload
            label="封面"
            kind="image"
            src={cover}
            isOpen={isWriting}
            {...(isWriting && { note: '横图，最大 10 MB' })}
            onChange={(src) => onChange({ cover: src })}
          />
        )}
      </SideGroup>
      <SideGroup title="写的是什么">
        <StockPicker
          codes={stockCodes}
          mentioned={securities}
          isWriting={isWriting}
          onChange={(codes) => onChange({ stockCodes: codes })}
        />
        <TagPicker
          label="标签"
          selected={tags.map((tag) => ({ value: tag, label: tag }))}
          max={20}
          placeholder="写好按回车"
          suggestions={[]}
          isOpen={isWriting}
          onTextChange={() => undefined}
          onChange={(picked) => onChange({ tags: picked })}
          parse={(text) => {
            const tag = text.trim();
            return tag.length > 30 ? { fault: '标签最多 30 个字' } : { value: tag };
          }}
        />
      </SideGroup>
    </>
  );
}

type PriceFieldProps = { fen: number | null; isWriting: boolean; onChange: (fen: number | null) => void };

/** A price typed in yuan and reported in fen. An invalid price is shown at the field and not reported. */
function PriceField({ fen, isWriting, onChange }: PriceFieldProps) {
  const [typed, setTyped] = useState(writeYuan(fen));
  const parsed = readFen(typed, priceRange);
  // Updates the field when another version has another price; keeps the typed form of the same price.
  useEffect(() => {
    setTyped((current) => {
      const parsedCurrent = readFen(current, priceRange);
      return 'fen' in parsedCurrent && parsedCurrent.fen === fen ? current : writeYuan(fen);
    });
  }, [fen]);
  const onTextChange = (text: string) => {
    setTyped(text);
    const next = readFen(text, priceRange);
    if ('fen' in next && next.fen !== fen) onChange(next.fen);
  };
  const requiredNote = 'fen' in parsed && parsed.fen === null ? '1 元到 99900 元，提交前必填' : undefined;
  return (
    <Field label="价格（元）" note={requiredNote} error={'fault' in parsed ? parsed.fault : null}>
      {(control) => (
        <Input
          {...control}
          name="price"
          inputMode="decimal"
          autoComplete="off"
          placeholder="如 18 或 18.50"
          disabled={!isWriting}
          value={typed}
          onChange={({ target }) => onTextChange(target.value)}
        />
      )}
    </Field>
  );
}
