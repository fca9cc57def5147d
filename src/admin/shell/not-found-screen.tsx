import { Link } from 'react-router';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { useTitle } from '../parts/use-title.ts';

export function NotFoundScreen() {
  useTitle('页面不存在');
  return (
    <EmptyState
      illustration="404"
      level={1}
      title="后台没有这一页"
      actions={
        <Link className="link" to="/posts">
          回到文章列表
        </Link>
      }
    />
  );
}
