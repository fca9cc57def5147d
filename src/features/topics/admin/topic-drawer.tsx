import { Button } from 'antd';
import { useRead, useSend } from '#admin/parts/data.ts';
import { SaveButton, SaveForm } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import { ReadDrawer } from '#admin/parts/layout/side-drawer.tsx';
import { MoveButtons } from '#admin/parts/list/move-buttons.tsx';
import { PostSearch } from '#admin/parts/list/post-search.tsx';
import { SortableList, useOrder } from '#admin/parts/list/sortable-list.tsx';
import { maxTopicPosts, topicPath } from '#shared/topic.ts';
import { type AdminTopicDetail, saveInput, type TopicPost } from '../schema.ts';
import { TopicFields } from './topic-fields.tsx';
import s from './topics.module.css';

/** One topic: its fields, and its posts in order. */
export function TopicDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead('GET /admin/topic/detail', { id });
  const topic = read.data;
  return (
    <ReadDrawer
      title={topic?.title ?? '专题'}
      noun="专题"
      width={640}
      read={read}
      tools={
        topic?.isOpen && (
          <Button size="small" aria-label="打开专题" href={topicPath(topic.slug)} target="_blank">
            打开
          </Button>
        )
      }
      onClose={onClose}
    >
      {(loaded) => (
        <>
          <Posts topic={loaded} refetch={() => read.refetch({ cancelRefetch: false })} />
          <TopicForm topic={loaded} />
        </>
      )}
    </ReadDrawer>
  );
}

function TopicForm({ topic }: { topic: AdminTopicDetail }) {
  const { id, version: base, title, slug, introduction, cover, isOpen } = topic;
  const save = useSave('POST /admin/topic/save', {
    schema: saveInput,
    initial: { id, base, title, slug, introduction, cover, isOpen },
    done: '专题已保存，读者立即看到',
  });
  return (
    <Section title="资料">
      <SaveForm save={save} label="专题">
        <TopicFields />
        <SaveButton save={save} />
      </SaveForm>
    </Section>
  );
}

type PostsProps = { topic: AdminTopicDetail; refetch: () => Promise<unknown> };

/** The posts of a topic. Every change is saved at once. */
function Posts({ topic: { id, version, list }, refetch }: PostsProps) {
  const { send } = useSend('POST /admin/topic/arrange');
  const { order, arrange, isSaving } = useOrder(
    list.map((post) => post.id),
    async (postIds) => {
      await send({ id, base: version, postIds });
      await refetch();
    },
  );
  const posts = order.flatMap((postId) => list.find((post) => post.id === postId) ?? []);
  const moveBy = (from: number, delta: 1 | -1): (() => void) | undefined => {
    const postId = order[from];
    if (!postId || !order[from + delta] || isSaving) return undefined;
    return () => arrange(order.toSpliced(from, 1).toSpliced(from + delta, 0, postId));
  };
  return (
    <Section title={`文章（${list.length}）`}>
      <PostSearch
        label="搜一篇放进专题"
        isDisabled={isSaving || list.length >= maxTopicPosts}
        onChoose={(postId) => !order.includes(postId) && arrange([...order, postId])}
      />
      {list.length === 0 && <Quiet>还没有文章。搜标题，选中一篇就放进来。</Quiet>}
      <SortableList
        label="专题的文章"
        items={posts}
        nameOf={nameOf}
        isDisabled={isSaving}
        onDrop={({ ids }) => arrange(ids)}
      >
        {(post, index) => (
          <div className={s.post}>
            <div>
              <div className={s.title}>{post.title}</div>
              <Quiet>
                {post.columnName}
                {!post.isPublished && '，没有发布，读者看不到'}
              </Quiet>
            </div>
            <div className={s.acts}>
              <MoveButtons name={nameOf(post)} onUp={moveBy(index, -1)} onDown={moveBy(index, 1)} />
              <Button
                type="text"
                size="small"
                aria-label={`移出${nameOf(post)}`}
                disabled={isSaving}
                onClick={() => arrange(order.filter((postId) => postId !== post.id))}
              >
                移出
              </Button>
            </div>
          </div>
        )}
      </SortableList>
    </Section>
  );
}

const nameOf = ({ title }: TopicPost): string => `《${title}》`;
