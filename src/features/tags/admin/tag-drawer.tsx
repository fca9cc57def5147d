import { Button } from 'antd';
import { useRead, useSend } from '#admin/parts/data.ts';
import { TextAreaItem, TextItem } from '#admin/parts/form/items.tsx';
import { SaveButton, SaveForm } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { ConfirmButton } from '#admin/parts/layout/confirm.tsx';
import { Facts, Quiet, Row, Section } from '#admin/parts/layout/page.tsx';
import { ReadDrawer } from '#admin/parts/layout/side-drawer.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import { tagPath } from '#shared/site-paths.ts';
import { describeInput, renameInput, type TagDetail } from '../schema.ts';

/** One tag: its description, its name and the names that lead to it. */
export function TagDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead('GET /admin/tag/detail', { id });
  return (
    <ReadDrawer title={read.data?.name ?? '标签'} noun="标签" read={read} onClose={onClose}>
      {(tag) => (
        <>
          <Facts facts={[['已发布文章', `${showNumber(tag.posts)} 篇`]]} />
          <DescriptionForm tag={tag} />
          <NameForm tag={tag} onRenamed={onClose} />
          {tag.formerNames.length > 0 && <FormerNames tag={tag} />}
        </>
      )}
    </ReadDrawer>
  );
}

function DescriptionForm({ tag: { id, name, description } }: { tag: TagDetail }) {
  const save = useSave('POST /admin/tag/describe', {
    schema: describeInput,
    initial: { description },
    toBody: (values) => ({ id, ...values }),
    done: '介绍已保存',
  });
  return (
    <Section
      title="标签页"
      tools={
        <Button size="small" aria-label="打开标签页" href={tagPath(name)} target="_blank">
          打开
        </Button>
      }
    >
      <SaveForm save={save} label="介绍">
        <TextAreaItem
          name="description"
          label="介绍"
          rows={3}
          note="一段话，显示在标签页的名字下面，也给搜索引擎；可以不写"
        />
        <SaveButton save={save}>保存介绍</SaveButton>
      </SaveForm>
    </Section>
  );
}

function NameForm({ tag: { id, name }, onRenamed }: { tag: TagDetail; onRenamed: () => void }) {
  const save = useSave('POST /admin/tag/rename', {
    schema: renameInput,
    initial: { name },
    toBody: (values) => ({ id, ...values }),
    done: ({ posts }) => `正在改名，${showNumber(posts)} 篇文章会陆续换成新名字`,
    onSaved: onRenamed,
  });
  return (
    <Section title="改名">
      <SaveForm save={save} label="改名">
        <TextItem
          name="name"
          label="标签名"
          note="所有文章一起改；旧名字的标签页转到新名字，以后写旧名字也会变成新名字"
        />
        <SaveButton save={save}>改名</SaveButton>
      </SaveForm>
    </Section>
  );
}

function FormerNames({ tag: { name, formerNames } }: { tag: TagDetail }) {
  const { send } = useSend('POST /admin/tag/freeName', { done: '旧名已停用' });
  return (
    <Section title="旧名">
      <Quiet>文章里写这些名字，会变成“{name}”。停用后，它又是一个普通的名字。</Quiet>
      {formerNames.map((former) => (
        <Row key={former}>
          {former}
          <ConfirmButton
            size="small"
            aria-label={`停用旧名 ${former}`}
            title={`停用旧名“${former}”？`}
            content={`它的标签页不再转到“${name}”，以后的文章可以再用这个名字。已经改过的文章不变。`}
            onOk={() => send({ name: former })}
          >
            停用
          </ConfirmButton>
        </Row>
      ))}
    </Section>
  );
}
