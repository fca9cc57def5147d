import { App, Button, Segmented, type Table } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { KnowPlace, KnowVersion } from '#features/frontpage/know/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { Chip } from '../../../parts/chip.tsx';
import { showTime } from '../../../parts/show-time.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { WideTable } from '../../../parts/wide-table.tsx';
import s from '../frontpage.module.css';
import { KnowDrawer } from './know-drawer.tsx';
import { KnowLook } from './know-look.tsx';

const places: { value: KnowPlace; label: string; note: string }[] = [
  {
    value: 'site',
    label: '全站',
    note: '读者打开网站时弹出，点「我已知晓」后同一版本不再弹；会员换设备也不再弹。',
  },
  { value: 'purchase', label: '购买前', note: '读者付款前要先知晓。' },
  { value: 'reference', label: '写内参前', note: '会员写内参前要先知晓。' },
];

/** Notices to be acknowledged once per version: every version of a place, and which one stands. */
export function KnowTab() {
  const { modal } = App.useApp();
  const [place, setPlace] = useState<KnowPlace>('site');
  const [writing, setWriting] = useState<{ from: KnowVersion | undefined }>();
  const [shown, setShown] = useState<Pick<KnowVersion, 'title' | 'body'>>();
  const { data, fault, isLoading, reload } = useLoad(place, (signal) =>
    call('GET /admin/know/list', { query: { place }, silent: true, signal }),
  );
  const stand = ({ id, version, isLive }: KnowVersion) =>
    modal.confirm({
      title: isLive ? `让第 ${version} 版下线？` : `让第 ${version} 版上线？`,
      content: isLive
        ? '下线后这里不再弹须知。'
        : '上线后替换现在的版本，没有知晓过这一版的读者都会再看到一次。',
      okText: isLive ? '下线' : '上线',
      onOk: async () => {
        try {
          await call(isLive ? 'POST /admin/know/withdraw' : 'POST /admin/know/publish', { body: { id } });
          toasts.success(isLive ? '已下线' : '已上线');
        } catch {
          // The person has been told in an alert.
        }
        reload();
      },
    });
  const columns = [
    {
      title: '版本',
      key: 'version',
      width: 110,
      render: (_: unknown, { version, isLive }: KnowVersion) => (
        <>
          第 {version} 版 {isLive && <Chip tone="good">生效中</Chip>}
        </>
      ),
    },
    {
      title: '标题',
      dataIndex: 'title',
      render: (title: string) => <span className={s.name}>{title}</span>,
    },
    {
      title: '知晓的会员',
      dataIndex: 'acknowledged',
      width: 110,
      align: 'right' as const,
      render: (count: number) => (
        <span className={s.figure}>{count >= 10_000 ? '10,000+' : count.toLocaleString('zh-CN')}</span>
      ),
    },
    {
      title: '写于',
      key: 'written',
      width: 170,
      render: (_: unknown, { createdAt, createdBy }: KnowVersion) => (
        <span className={s.link}>
          <time dateTime={createdAt}>{showTime(createdAt)}</time> {createdBy}
        </span>
      ),
    },
    {
      title: '操作',
      key: 'acts',
      width: 190,
      render: (_: unknown, version: KnowVersion) => (
        <div className={s.acts}>
          {[
            { label: '查看', act: () => setShown(version) },
            { label: '照它写', act: () => setWriting({ from: version }) },
            { label: version.isLive ? '下线' : '上线', act: () => stand(version) },
          ].map(({ label, act }) => (
            <Button
              key={label}
              type="text"
              size="small"
              aria-label={`${label}第 ${version.version} 版`}
              onClick={act}
            >
              {label}
            </Button>
          ))}
        </div>
      ),
    },
  ] satisfies Parameters<typeof Table<KnowVersion>>[0]['columns'];
  return (
    <>
      <div className={s.bar}>
        <Segmented
          aria-label="须知的位置"
          options={places.map(({ value, label }) => ({ value, label }))}
          value={place}
          onChange={setPlace}
        />
        <Button type="primary" onClick={() => setWriting({ from: data?.find(({ isLive }) => isLive) })}>
          写新版本
        </Button>
      </div>
      <p className={s.hint}>{places.find(({ value }) => value === place)?.note}</p>
      {fault ? (
        <Failed message={fault.message} onRetry={reload} />
      ) : (
        <WideTable<KnowVersion>
          label="须知版本"
          rowKey="id"
          size="middle"
          loading={isLoading}
          dataSource={data ?? []}
          columns={columns}
          scroll={{ x: 760 }}
          pagination={false}
          locale={{
            emptyText: (
              <Void title={isLoading ? '正在取须知' : '这里还没有须知'}>
                {!isLoading && <p>写好一版后点「上线」，读者才会看到。</p>}
              </Void>
            ),
          }}
        />
      )}
      {writing && (
        <KnowDrawer
          place={place}
          from={writing.from}
          onClose={() => setWriting(undefined)}
          onDone={() => {
            setWriting(undefined);
            reload();
          }}
        />
      )}
      {shown && <KnowLook know={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
