import { Button, Radio, Select } from 'antd';
import { useState } from 'react';
import { useRead, useSend } from '#admin/parts/data.ts';
import { CheckItem, Item, TextItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { ConfirmButton } from '#admin/parts/layout/confirm.tsx';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import { previewLink } from '#shared/preview-link.ts';
import { createPreviewLinkInput, type PreviewLink, previewDays } from '../../preview-links/schema.ts';

const days = previewDays.map((value) => ({ value, label: `${value} 天` }));
const readers = [
  { value: 'visitor', label: '游客，只看公开部分' },
  { value: 'buyer', label: '买过的人，看全文' },
];
const stateNames: Record<PreviewLink['state'], string> = {
  open: '有效',
  expired: '已过期',
  revoked: '已撤销',
};

/** Creates, lists and revokes links that show the post to people without an account. */
export function PreviewLinks({ id }: { id: string }) {
  const [isAdding, setIsAdding] = useState(false);
  const [link, setLink] = useState<string>();
  const read = useRead('GET /admin/post/previewLinks', { id });
  return (
    <Section title="给外人看的链接">
      <Quiet>不用登录就能打开，页面上有“预览 · 给谁看 · 日期”的水印。</Quiet>
      <p>
        <Button onClick={() => setIsAdding(true)}>生成链接</Button>
      </p>
      <Loaded read={read} noun="预览链接" level={3}>
        {(links) =>
          links.length === 0 ? (
            <Quiet>还没有生成过链接。</Quiet>
          ) : (
            <ul aria-label="预览链接">
              {links.map((one) => (
                <LinkRow key={one.id} postId={id} link={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && (
        <AddDialog
          id={id}
          onClose={() => setIsAdding(false)}
          onCreated={(token) => {
            setIsAdding(false);
            setLink(previewLink(location.origin, token));
          }}
        />
      )}
      {link && (
        <ShownOnce title="预览链接" noun="链接" text={link} onClose={() => setLink(undefined)}>
          拿到链接的人都能打开；不用了请撤销。
        </ShownOnce>
      )}
    </Section>
  );
}

type AddProps = { id: string; onClose: () => void; onCreated: (token: string) => void };

function AddDialog({ id, onClose, onCreated }: AddProps) {
  const save = useSave('POST /admin/post/createPreviewLink', {
    schema: createPreviewLinkInput,
    initial: {
      label: '',
      days: '3' as (typeof previewDays)[number],
      as: 'visitor' as PreviewLink['as'],
      isFixed: false,
    },
    toBody: (values) => ({ ...values, id }),
    onSaved: ({ token }) => onCreated(token),
  });
  return (
    <FormDialog save={save} title="生成预览链接" okText="生成" width={420} onClose={onClose}>
      <TextItem name="label" label="给谁看" />
      <Item name="days" label="有效期">
        <Radio.Group options={days} />
      </Item>
      <Item name="as" label="看到多少">
        <Select options={readers} />
      </Item>
      <CheckItem name="isFixed">固定在现在这一版，不跟着修改变</CheckItem>
    </FormDialog>
  );
}

function LinkRow({ postId, link }: { postId: string; link: PreviewLink }) {
  const { send } = useSend('POST /admin/post/revokePreviewLink', { done: '已撤销' });
  const { label, as, version, state, createdBy, expiresAt, opened } = link;
  return (
    <li>
      <b>{label}</b> · {stateNames[state]} · {as === 'buyer' ? '全文' : '公开部分'}
      {version !== null && ` · 第 ${version} 版`}
      <Quiet>
        {createdBy} 建，{showTime(expiresAt)} 到期，打开过 {opened} 次
      </Quiet>
      {state === 'open' && (
        <ConfirmButton
          title={`撤销给“${label}”的链接？`}
          content="马上打不开，不能恢复。"
          onOk={() => send({ id: postId, linkId: link.id })}
        >
          撤销
        </ConfirmButton>
      )}
    </li>
  );
}
