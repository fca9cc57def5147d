import { Form, Select } from 'antd';
import type { ReactNode } from 'react';
import s from '#admin/parts/editor/editor.module.css';
import { CheckItem, FenItem, Item, TextAreaItem, TextItem } from '#admin/parts/form/items.tsx';
import { draftLimitsOf } from '#admin/parts/form/limits.ts';
import { PlainForm } from '#admin/parts/form/plain-form.tsx';
import { LimitsContext } from '#admin/parts/form/save-form.tsx';
import { Row } from '#admin/parts/layout/page.tsx';
import { MediaField } from '#admin/parts/media-field.tsx';
import { useColumns, useOwnColumns } from '#admin/parts/use-columns.ts';
import { useIsContributor } from '#client/permissions.tsx';
import { type AdminPost, type Content, content as contentSchema } from '../../manage/schema.ts';
import { AuthorSelect } from './author-select.tsx';
import { CoAuthorSelect } from './co-author-select.tsx';
import { NamedStocks } from './named-stocks.tsx';
import { RelatedSelect } from './related-select.tsx';
import type { PostDraft } from './versioned-posts.ts';

type FieldsProps = {
  id: string;
  draft: Pick<PostDraft, 'content' | 'change' | 'form' | 'version'>;
  kind: AdminPost['kind'];
  isWriting: boolean;
  /** Switches that are not part of the draft. */
  children?: ReactNode;
};

/** The access levels of a post; `column` is that of its column. */
export const accessOptions = [
  { value: 'column', label: '随栏目' },
  { value: 'public', label: '公开' },
  { value: 'member', label: '会员' },
  { value: 'vip', label: 'VIP' },
  { value: 'paid', label: '付费' },
];
const limits = draftLimitsOf(contentSchema);

/** Fields of a post other than title and body. Each change goes to the draft, which saves it. */
export function PostFields({ id, draft, kind, isWriting, children }: FieldsProps) {
  const { content, change, form, version } = draft;
  const isContributor = useIsContributor();
  const onValuesChange = (changed: Partial<Content>) => {
    // Text that is not an amount shows an error at its field and is not saved.
    if (typeof changed.price === 'string' || typeof changed.vipPrice === 'string') return;
    if (changed.vipFree) form.setFieldValue('vipPrice', null);
    change(changed.vipFree ? { ...changed, vipPrice: null } : changed);
  };
  return (
    // Disabled fields take no focus, so the keyboard scrolls the panel itself.
    <aside className={s.side} aria-label="稿件信息" tabIndex={isWriting ? undefined : 0}>
      <LimitsContext value={limits}>
        <PlainForm<Content>
          form={form}
          name="post"
          aria-label="稿件信息"
          disabled={!isWriting}
          initialValues={content}
          onValuesChange={onValuesChange}
        >
          <ColumnItem kind={kind} columnId={content.columnId} />
          <Item name="authorId" label="作者">
            <AuthorSelect disabled={!isWriting || isContributor} />
          </Item>
          {kind !== 'reference' && (
            <Item name="coAuthorIds" label="合著者" note="按署名的顺序；销售分成只归上面的作者">
              <CoAuthorSelect mainId={content.authorId} disabled={!isWriting || isContributor} />
            </Item>
          )}
          <TextAreaItem name="summary" label="摘要" note="留空时取正文开头" />
          <Form.Item label="封面">
            <MediaField
              kind="image"
              label="封面"
              disabled={!isWriting}
              value={content.cover}
              onChange={(cover) => change({ cover })}
            />
          </Form.Item>
          <AccessItems content={content} isWriting={isWriting} />
          {children}
          <WordsItem name="tags" label="标签" note="回车或逗号分开" max={20} />
          <WordsItem name="stockCodes" label="股票代码" note="如 300750" max={50} />
          {isWriting && (
            <NamedStocks
              id={id}
              version={version}
              codes={content.stockCodes}
              onChange={(stockCodes) => {
                form.setFieldValue('stockCodes', stockCodes);
                change({ stockCodes });
              }}
            />
          )}
          <Item name="relatedIds" label="相关内容">
            <RelatedSelect />
          </Item>
          <TextItem name="seoTitle" label="搜索标题" note="给搜索引擎，留空用标题" />
          <TextAreaItem name="seoDescription" label="搜索描述" note="留空用摘要" />
        </PlainForm>
      </LimitsContext>
    </aside>
  );
}

/** Offers only columns of the post's kind that the member may fill, and the one where the post is. */
function ColumnItem({ kind, columnId }: { kind: AdminPost['kind']; columnId: string }) {
  const own = useOwnColumns();
  const options = useColumns()
    .filter((column) => column.kind === kind && (column.id === columnId || own.includes(column)))
    .map(({ id, columnName }) => ({ value: id, label: columnName }));
  return (
    <Item name="columnId" label="栏目">
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
        labelRender={({ label }) => label ?? '…'}
      />
    </Item>
  );
}

function AccessItems({ content, isWriting }: { content: Content; isWriting: boolean }) {
  const { access, vipFree } = content;
  const hasPrice = access === 'paid' || access === null;
  return (
    <>
      <Form.Item
        name="access"
        label="可见范围"
        getValueProps={(value: Content['access']) => ({ value: value ?? 'column' })}
        normalize={(value: string) => (value === 'column' ? null : value)}
      >
        <Select options={accessOptions} />
      </Form.Item>
      {hasPrice && (
        <FenItem name="price" label="价格" note="付费内容必填" isOptional isDisabled={!isWriting} />
      )}
      {hasPrice && !vipFree && (
        <FenItem
          name="vipPrice"
          label="VIP 价"
          note="VIP 会员付这个价；留空则和其他人同价"
          isOptional
          isDisabled={!isWriting}
          error={vipPriceError(content)}
        />
      )}
      <Row>
        {access !== 'public' && access !== 'member' && (
          <CheckItem name="vipFree" isDisabled={!isWriting}>
            VIP 免费读
          </CheckItem>
        )}
        <CheckItem name="important" isDisabled={!isWriting}>
          重要
        </CheckItem>
      </Row>
    </>
  );
}

/** Validates that a VIP price has a price and does not exceed it. */
function vipPriceError({ price, vipPrice }: Content): string | undefined {
  if (vipPrice === null) return undefined;
  if (price === null) return '先填价格';
  return vipPrice > price ? 'VIP 价不能高于价格' : undefined;
}

type WordsProps = { name: string; label: string; note: string; max: number };

/** Field for a list of words, such as tags. */
export const WordsItem = ({ name, label, note, max }: WordsProps) => (
  <Item
    name={name}
    label={label}
    note={note}
    getValueFromEvent={(words: string[]) =>
      words.map((word) => word.normalize('NFKC').trim()).filter(Boolean)
    }
  >
    <Select
      mode="tags"
      open={false}
      suffixIcon={null}
      maxCount={max}
      tokenSeparators={[',', '，', '、', ' ', '；', ';']}
    />
  </Item>
);
