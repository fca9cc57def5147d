import { Button } from 'antd';
import { useRead, useSend } from '#admin/parts/data.ts';
import { Item } from '#admin/parts/form/items.tsx';
import { SaveButton, SaveForm } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { ConfirmButton } from '#admin/parts/layout/confirm.tsx';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Quiet } from '#admin/parts/layout/page.tsx';
import { type HomeLayout, saveInput } from '../../home/schema.ts';
import { BlockList, type ListedBlock } from './block-list.tsx';

/** The blocks of the home page: order, visibility, blocks of columns and texts. */
export function HomeTab() {
  const read = useRead('GET /admin/home/layout');
  return (
    <Loaded read={read} noun="首页版面">
      {(layout) => <LayoutForm layout={layout} />}
    </Loaded>
  );
}

function LayoutForm({ layout: { version, isDefault, blocks } }: { layout: HomeLayout }) {
  const save = useSave('POST /admin/home/save', {
    schema: saveInput,
    initial: { base: version, blocks: blocks.map(toListed) },
    toBody: (values) => ({ ...values, blocks: values.blocks.map(({ id: _, ...block }) => block) }),
    done: '首页版面已保存，读者立即看到',
  });
  const { send: reset } = useSend('POST /admin/home/reset', {
    done: '已恢复默认版面',
    onDone: () => {
      save.form.resetFields();
      save.onChange();
    },
  });
  return (
    <SaveForm save={save} label="首页版面">
      <Quiet>
        拖动或用按钮调整次序。头条、正在发生和排行相邻时并排，免费阅读、资讯和脱水研报也是。没有内容的板块、关掉的功能的板块不显示。
      </Quiet>
      <Item name="blocks" label={null}>
        <BlockList />
      </Item>
      <SaveButton
        save={save}
        beside={
          <>
            <Button href="/index" target="_blank">
              看首页
            </Button>
            {!isDefault && (
              <ConfirmButton
                title="恢复默认版面？"
                content="添加的栏目和文字会从首页移除。"
                okText="恢复"
                onOk={() => reset({ base: version })}
              >
                恢复默认
              </ConfirmButton>
            )}
          </>
        }
      />
    </SaveForm>
  );
}

const toListed = (block: HomeLayout['blocks'][number], index: number): ListedBlock => ({
  ...block,
  id: block.kind === 'column' || block.kind === 'text' ? `${block.kind}-${index}` : block.kind,
});
