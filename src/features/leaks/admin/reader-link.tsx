import { Link } from 'react-router';
import type { TraceAnswer } from '../tracing/schema.ts';

/** A member whose copy was found, with a link to their details. */
export function ReaderLink({
  reader: { id, name, isDeleted },
}: {
  reader: TraceAnswer['copies'][number]['reader'];
}) {
  if (isDeleted) return <strong>已注销的会员 {id}</strong>;
  return (
    <Link className="link" to={`/members?keyword=${id}`}>
      <strong>{name}</strong>（会员 {id}）
    </Link>
  );
}
