import { AutoComplete, Input, Modal, type RefSelectProps } from 'antd';
import { type Ref, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePermit } from '#client/permissions.tsx';
import { type Read, useRead } from '../parts/data.ts';
import { useDebounced } from '../parts/use-debounced.ts';
import { useMenu } from './menu-entries.ts';
import s from './shell.module.css';

const resultsPerKind = '5';
const maxLength = 50;

interface PaletteDialogProps {
  isOpen: boolean;
  /** Counts the openings: each begins with an empty field, also while the last one is still closing. */
  opening: number;
  onClose: () => void;
}

export function PaletteDialog({ isOpen, opening, onClose }: PaletteDialogProps) {
  const field = useRef<RefSelectProps>(null);
  const hasChosen = useRef(false);
  return (
    <Modal
      open={isOpen}
      title="查找页面、稿件、会员和订单"
      footer={null}
      width={560}
      destroyOnHidden
      // The dialog moves the focus itself while it opens.
      afterOpenChange={(hasOpened) => hasOpened && field.current?.focus()}
      onCancel={onClose}
      // After navigation, the focus starts at the new screen's content, not at the palette's button.
      afterClose={() => {
        if (hasChosen.current) document.getElementById('main')?.focus();
        hasChosen.current = false;
      }}
    >
      <Finder
        key={opening}
        field={field}
        onDone={() => {
          hasChosen.current = true;
          onClose();
        }}
      />
    </Modal>
  );
}

type FinderProps = { field: Ref<RefSelectProps>; onDone: () => void };

function Finder({ field, onDone }: FinderProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { options, isSearching } = useResults(typed.trim());
  return (
    <AutoComplete
      ref={field}
      defaultActiveFirstOption
      open
      className={s.finder ?? ''}
      options={options}
      optionRender={({ data }) => (
        <>
          <span className={s.kind}>{data.kind}</span>
          {data.label}
        </>
      )}
      // Inside the dialog, so that screen readers can reach it.
      getPopupContainer={(control) => control.parentElement ?? document.body}
      value={typed}
      onChange={(text: string) => setTyped(text)}
      onSelect={(to: string) => {
        onDone();
        void navigate(to);
      }}
      notFoundContent={typed ? (isSearching ? '正在查找 …' : '没有找到') : null}
    >
      <Input aria-label="查找" placeholder="输入名称、标题、手机号或订单号" maxLength={maxLength} />
    </AutoComplete>
  );
}

type Option = { value: string; label: string; kind: string };

/**
 * Results of the search. Screens match at once and come first, so that Enter right after a screen's name opens it.
 * Sends no query for which the member lacks the permission.
 */
function useResults(typed: string): { options: Option[]; isSearching: boolean } {
  const screens = useMenu().filter(({ label }) => label.includes(typed));
  const keyword = useDebounced(typed);
  const query = { keyword, size: resultsPerKind };
  const enabledIf = (isPermitted: boolean) => ({ isEnabled: isPermitted && keyword !== '' });
  const posts = useRead('GET /admin/post/list', query, enabledIf(usePermit('content.view')));
  const members = useRead('GET /admin/member/list', query, enabledIf(usePermit('members.view')));
  const orders = useRead('GET /admin/order/list', query, enabledIf(usePermit('orders.view')));
  return {
    options: [
      ...screens.map(({ to, label }) => ({ value: to, label, kind: '页面' })),
      ...toOptions(posts, ({ id, title }) => ({ value: `/posts/${id}`, label: title, kind: '稿件' })),
      ...toOptions(members, ({ id, name }) => ({ value: `/members?open=${id}`, label: name, kind: '会员' })),
      ...toOptions(orders, ({ id, number, title }) => ({
        value: `/orders?open=${id}`,
        label: `${number} ${title}`,
        kind: '订单',
      })),
    ],
    isSearching: typed !== keyword || posts.isFetching || members.isFetching || orders.isFetching,
  };
}

const toOptions = <T,>({ data }: Read<{ records: T[] }>, toOption: (record: T) => Option): Option[] =>
  (data?.records ?? []).map(toOption);
