import s from './audit.module.css';

const names: Readonly<Record<string, string>> = {
  state: '状态',
  version: '版本',
  title: '标题',
  at: '定时',
  from: '取自版本',
  savedAt: '保存于',
};
const states: Readonly<Record<string, string>> = {
  draft: '草稿',
  scheduled: '定时',
  published: '已发布',
  withdrawn: '已撤回',
};

/** What changed, field by field; what a field was is struck out in front of what it became. */
export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  if (fields.length === 0) return <span className={s.none}>—</span>;
  return (
    <dl className={s.changes}>
      {fields.map((field) => (
        <div key={field}>
          <dt>{names[field] ?? field}</dt>
          <dd>
            {field in old && <del>{show(old[field])}</del>}
            {field in fresh && <ins>{show(fresh[field])}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function show(value: unknown): string {
  if (typeof value === 'string') return states[value] ?? (value || '（空）');
  return value === null || value === undefined ? '（无）' : JSON.stringify(value);
}
