import { App, Button, Segmented, Spin, Tag } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { AgreementDetail, AgreementVersion } from '#features/settings/agreements/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { showTime } from '../../../parts/show-time.ts';
import { faultOf, useLoad } from '../../../parts/use-load.ts';
import s from './agreements.module.css';
import { VersionDrawer } from './version-drawer.tsx';

type Form = typeof import('./agreement-form.tsx').AgreementForm;

type Kind = AgreementVersion['kind'];
export const kindNames: Record<Kind, string> = { agreement: '用户协议', privacy: '隐私政策' };
const kinds = Object.entries(kindNames).map(([value, label]) => ({ value: value as Kind, label }));
const states = {
  coming: <Tag color="processing">未生效</Tag>,
  inForce: <Tag color="success">生效中</Tag>,
  past: <Tag>已被取代</Tag>,
};

/** What is being written: a new version, begun from the one in force, or one that is still to come. */
type Writing = { kind: Kind; id: string | undefined; from: AgreementDetail | undefined; Form: Form };

/** The texts people agree to, version by version. */
export function Agreements({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const [kind, setKind] = useState<Kind>('agreement');
  const [writing, setWriting] = useState<Writing>();
  const [shown, setShown] = useState<AgreementVersion>();
  const { modal } = App.useApp();
  const { data, fault, isLoading, reload } = useLoad(kind, (signal) =>
    call('GET /admin/agreement/list', { query: { kind }, silent: true, signal }),
  );
  const inForce = data?.find(({ state }) => state === 'inForce');

  const write = async (version: AgreementVersion | undefined, isSame: boolean) => {
    try {
      const from = version && (await call('GET /admin/agreement/detail', { query: { id: version.id } }));
      // The editor is by far the largest part, and comes when somebody writes. It is here before it is drawn: an editor
      // that waits to be shown ends itself.
      const { AgreementForm: Form } = await import('./agreement-form.tsx');
      setWriting({ kind, id: isSame ? version?.id : undefined, from, Form });
    } catch {
      // The person has been told in an alert.
    }
  };
  const close = () => {
    setWriting(undefined);
    onDirty(false);
  };
  const drop = ({ id, version }: AgreementVersion) =>
    modal.confirm({
      title: `删除还没有生效的 ${version}？`,
      content: '现行的版本不受影响。',
      okText: '删除',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call('POST /admin/agreement/delete', { body: { id }, silent: true });
        } catch (error) {
          toasts.error(faultOf(error).message);
        }
        reload();
      },
    });

  if (writing) {
    const { Form, ...begun } = writing;
    const saved = () => {
      close();
      reload();
    };
    return <Form {...begun} onDirty={onDirty} onClose={close} onSaved={saved} />;
  }
  return (
    <section className={s.whole} aria-label="协议文本">
      <div className={s.head}>
        <div>
          <h2>协议文本</h2>
          <p className={s.note}>
            新版本生效后，同意过旧版本的会员在下次登录时要重新同意。生效过的版本永久保留，不能再改。
          </p>
        </div>
        <Segmented
          aria-label="哪一份文本"
          options={kinds}
          value={kind}
          onChange={(chosen) => setKind(chosen)}
        />
        {/* Without the versions of this kind the new text would begin empty, or from the other kind's. */}
        <Button type="primary" disabled={!data || isLoading} onClick={() => void write(inForce, false)}>
          写新版本
        </Button>
      </div>
      {fault && <Failed message={fault.message} onRetry={reload} level={3} />}
      {!fault && !data && <Spin aria-label="正在取版本" />}
      {!fault && data?.length === 0 && (
        <Void title={`还没有${kindNames[kind]}`} level={3}>
          <p>没有它，注册时就不请人同意。正式运营前请写好。</p>
        </Void>
      )}
      {!fault && data && (
        <Spin spinning={isLoading}>
          <ol className={s.versions} aria-label={`${kindNames[kind]}的版本`}>
            {data.map((version) => (
              <li key={version.id}>
                <div className={s.what}>
                  <strong>{version.title}</strong>
                  <span className={s.note}>
                    {version.version} · {version.state === 'coming' ? '将于' : '自'}{' '}
                    {showTime(version.effectiveAt)} 起生效
                    {version.createdBy && ` · ${version.createdBy}`}
                  </span>
                </div>
                {states[version.state]}
                <span className={s.acts}>
                  <Button size="small" onClick={() => setShown(version)}>
                    {version.id === inForce?.id ? '查看' : '查看与比较'}
                  </Button>
                  {version.state === 'coming' && (
                    <>
                      <Button size="small" onClick={() => void write(version, true)}>
                        修改
                      </Button>
                      <Button size="small" danger onClick={() => drop(version)}>
                        删除
                      </Button>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ol>
        </Spin>
      )}
      <VersionDrawer version={shown} inForce={inForce} onClose={() => setShown(undefined)} />
    </section>
  );
}
