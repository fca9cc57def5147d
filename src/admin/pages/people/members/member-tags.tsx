import { Button, Select } from 'antd';
import { useState } from 'react';
import type { MemberDetail } from '#features/identity/members/schema.ts';
import { call } from '../../../api.ts';
import { Chip } from '../../../parts/chip.tsx';
import s from '../people.module.css';

/** The tags of one member, and a field to change them. */
export function MemberTags(props: {
  member: MemberDetail;
  tags: readonly { tag: string }[];
  mayManage: boolean;
  onChanged: () => void;
}) {
  const { member, mayManage, onChanged } = props;
  const [edited, setEdited] = useState<string[]>();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (after: readonly string[]) => {
    const fresh = after.filter((tag) => !member.tags.includes(tag));
    const gone = member.tags.filter((tag) => !after.includes(tag));
    const ids = [member.id];
    setIsBusy(true);
    try {
      // Taken first, so that a member with all the tags one can have may change some.
      if (gone.length > 0) await call('POST /admin/member/removeTags', { body: { ids, tags: gone } });
      if (fresh.length > 0) await call('POST /admin/member/addTags', { body: { ids, tags: fresh } });
      setEdited(undefined);
      onChanged();
    } catch {
      // The person has been told in an alert; the choice stays.
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <section className={s.part}>
      <h3>
        标签
        {mayManage && edited === undefined && (
          <Button size="small" onClick={() => setEdited(member.tags)}>
            修改标签
          </Button>
        )}
      </h3>
      {edited === undefined ? (
        member.tags.length > 0 ? (
          <span className={s.chips}>
            {member.tags.map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
          </span>
        ) : (
          <p className={s.quiet}>没有标签</p>
        )
      ) : (
        <>
          <Select
            aria-label="标签"
            mode="tags"
            maxCount={20}
            options={props.tags.map(({ tag }) => ({ value: tag, label: tag }))}
            value={edited}
            onChange={(tags: string[]) => setEdited(tags)}
          />
          <div className={s.acts}>
            <Button type="primary" size="small" loading={isBusy} onClick={() => void save(edited)}>
              保存标签
            </Button>
            <Button size="small" onClick={() => setEdited(undefined)}>
              取消
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
