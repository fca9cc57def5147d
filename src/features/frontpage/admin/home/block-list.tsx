import { Button, Input, Select } from 'antd';
import { ArrangedList } from '#admin/parts/list/arranged-list.tsx';
import { useColumns } from '#admin/parts/use-columns.ts';
import type { FixedBlockKind } from '#shared/home-blocks.ts';
import { type LayoutBlock, maxAddedBlocks } from '../../home/schema.ts';
import s from '../frontpage.module.css';

/** A block with an id for the list, which is not saved. */
export type ListedBlock = LayoutBlock & { id: string };

const fixedNames: Readonly<Record<FixedBlockKind, string>> = {
  quotes: '行情',
  lead: '头条',
  live: '正在发生',
  ranks: '排行',
  newest: '最新文章',
  free: '免费阅读',
  news: '资讯',
  reports: '脱水研报',
  calendar: '财经日历',
  contest: '股神争霸',
  vip: 'VIP 专享',
  references: '内参',
  authors: '作者',
};

type Props = { value?: ListedBlock[]; onChange?: (blocks: ListedBlock[]) => void };

/** Form control: the blocks of the home page, sorted by drag, keyboard or buttons. */
export function BlockList({ value: blocks = [], onChange = () => undefined }: Props) {
  const columns = useColumns().filter(({ kind }) => kind === 'article');
  const nameOf = (block: LayoutBlock): string => {
    if (block.kind === 'text') return `文字“${block.title || block.text.slice(0, 10)}”`;
    if (block.kind !== 'column') return `“${fixedNames[block.kind]}”`;
    return `栏目“${columns.find(({ id }) => id === block.columnId)?.columnName ?? ''}”`;
  };
  const isFull = blocks.filter(isAdded).length >= maxAddedBlocks;
  const add = (block: LayoutBlock) => onChange([...blocks, { ...block, id: crypto.randomUUID() }]);
  return (
    <>
      <ArrangedList
        label="首页的板块"
        items={blocks}
        nameOf={nameOf}
        isRemovable={isAdded}
        onChange={onChange}
      >
        {(block, change) =>
          block.kind === 'text' ? (
            <TextFields block={block} onChange={change} />
          ) : (
            shownName(block, nameOf(block))
          )
        }
      </ArrangedList>
      <div className={s.add}>
        <Select
          className={s.place ?? ''}
          aria-label="添加栏目"
          placeholder="添加一个栏目的最新文章"
          disabled={isFull}
          showSearch={{ optionFilterProp: 'label' }}
          options={columns.map(({ id, columnName }) => ({ value: id, label: columnName }))}
          value={null}
          onChange={(columnId: string | null) =>
            columnId && add({ kind: 'column', columnId, isHidden: false })
          }
        />
        <Button disabled={isFull} onClick={() => add({ kind: 'text', title: '', text: '', isHidden: false })}>
          添加一段文字
        </Button>
      </div>
    </>
  );
}

const isAdded = ({ kind }: LayoutBlock): boolean => kind === 'column' || kind === 'text';

/** The list shows the names of fixed blocks without the quotation marks that the names of buttons need. */
const shownName = (block: LayoutBlock, name: string): string => (isAdded(block) ? name : name.slice(1, -1));

type TextBlock = Extract<ListedBlock, { kind: 'text' }>;

function TextFields({ block, onChange }: { block: TextBlock; onChange: (block: TextBlock) => void }) {
  return (
    <div className={s.text}>
      <Input
        aria-label="文字的标题"
        placeholder="标题，可以不填"
        maxLength={40}
        value={block.title}
        onChange={({ target }) => onChange({ ...block, title: target.value })}
      />
      <Input.TextArea
        aria-label="文字"
        placeholder="每行一段"
        maxLength={1000}
        autoSize={{ minRows: 2, maxRows: 8 }}
        value={block.text}
        onChange={({ target }) => onChange({ ...block, text: target.value })}
      />
    </div>
  );
}
