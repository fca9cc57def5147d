import { Link } from 'react-router';
import { Void } from '#ui/states/void.tsx';
import { useTitle } from '../parts/use-title.ts';

/** An address the back office does not have. */
export function Missing() {
  useTitle('页面不存在');
  return (
    <Void
      art="404"
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
