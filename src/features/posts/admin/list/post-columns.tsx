import { Link } from 'react-router';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import s from '#admin/parts/list/document-list.module.css';
import { StateChip, stateName } from '#admin/parts/post-state-chip.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { detailPath } from '#client/routes.ts';
import { formatFen } from '#shared/money.ts';
import type { AdminRecord } from '../../manage/schema.ts';

const accessNames = { public: '公开', member: '会员', vip: 'VIP', paid: '付费' };
const numberFormat = new Intl.NumberFormat('zh-CN');

type Listed = { isPublished: boolean; isBin: boolean };

/**
 * Columns of the list. Sorting by publication time is available only if all listed posts are published; the bin has an
 * order of its own and shows when each post was deleted.
 */
export const postColumns = ({ isPublished, isBin }: Listed): DataColumn<AdminRecord>[] => [
  { key: 'title', title: '标题', render: (post) => <Title post={post} /> },
  {
    key: 'state',
    title: '状态',
    width: 140,
    from: 'md',
    render: (post) => <StateChip {...post} />,
    text: stateName,
  },
  { key: 'columnName', title: '栏目', width: 110, from: 'md' },
  { key: 'authorName', title: '作者', width: 110, from: 'lg' },
  { key: 'access', title: '可见范围', width: 90, from: 'xl', render: describeAccess, text: describeAccess },
  {
    key: 'wordCount',
    title: '字数',
    width: 80,
    align: 'right',
    from: 'xl',
    isHidden: true,
    render: ({ wordCount }) => numberFormat.format(wordCount),
  },
  {
    key: 'views',
    title: '阅读',
    width: 90,
    align: 'right',
    from: 'lg',
    render: ({ views }) => numberFormat.format(views),
  },
  {
    key: 'publishedAt',
    title: '发布',
    width: 120,
    from: 'lg',
    ...(isPublished && { sort: true }),
    render: ({ publishedAt }) => publishedAt && <time dateTime={publishedAt}>{showTime(publishedAt)}</time>,
  },
  isBin
    ? {
        key: 'deletedAt',
        title: '删除',
        width: 120,
        from: 'md',
        render: ({ deletedAt }) => deletedAt && <time dateTime={deletedAt}>{showTime(deletedAt)}</time>,
      }
    : {
        key: 'updatedAt',
        title: '修改',
        width: 120,
        from: 'lg',
        sort: true,
        render: ({ updatedAt }) => <time dateTime={updatedAt}>{showTime(updatedAt)}</time>,
      },
];

const describeAccess = ({ access, price }: AdminRecord): string =>
  access === 'paid' && price !== null ? formatFen(price) : accessNames[access];

/** A narrow screen shows state and column below the title. */
const Title = ({ post }: { post: AdminRecord }) => (
  <>
    <Link className={s.title} to={`/posts/${post.id}`}>
      {post.important && <span className={s.important}>重要</span>}
      {post.title}
    </Link>
    {post.refusal && (
      <span className={s.readOnly} title={post.refusal}>
        只读
      </span>
    )}
    {post.state === 'published' && (
      <a
        className={s.live}
        href={detailPath(post.columnId, post.id)}
        target="_blank"
        rel="noreferrer"
        aria-label={`在站点上查看《${post.title}》`}
      >
        ↗
      </a>
    )}
    <span className={s.below}>
      <StateChip {...post} /> {post.columnName}
    </span>
  </>
);
