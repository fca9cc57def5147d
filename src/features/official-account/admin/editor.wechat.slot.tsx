import { Alert, Button } from 'antd';
import { useRead } from '#admin/parts/data.ts';
import type { EditorSlot } from '#admin/parts/editor/editor-slot.ts';
import { CheckItem, TextAreaItem, TextItem } from '#admin/parts/form/items.tsx';
import { SaveForm } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import { ReadDrawer } from '#admin/parts/layout/side-drawer.tsx';
import {
  createDraftInput,
  type DraftOverview,
  maxAuthor,
  maxDigest,
  maxTitle,
  type WechatDraft,
} from '../drafts/schema.ts';
import { DraftList } from './draft-list.tsx';
import { WechatCopy } from './wechat-copy.tsx';

const pollMs = 1500;
const isUnderWay = ({ state }: WechatDraft) =>
  state === 'waiting' || state === 'uploading' || state === 'sending';

/** Sends the published version of a post to the drafts of the WeChat account, or copies it for WeChat's editor. */
const WechatDrawer: EditorSlot['Drawer'] = ({ id, hasUnpublishedChanges, onClose }) => {
  const read = useRead(
    'GET /admin/wechatDraft/overview',
    { id },
    { refetchMs: (answer) => (answer?.drafts.some(isUnderWay) ? pollMs : false) },
  );
  return (
    <ReadDrawer title="发到公众号" width={640} read={read} noun="公众号草稿" onClose={onClose}>
      {(overview) => (
        <>
          {hasUnpublishedChanges && (
            <Alert type="warning" showIcon title="有没发布的修改：发到公众号的是读者现在看到的一版。" />
          )}
          {overview.obstacle ? (
            <Alert type="info" showIcon title={overview.obstacle} />
          ) : (
            <SendForm id={id} overview={overview} />
          )}
          {overview.drafts.length > 0 && (
            <Section title="发送记录">
              <DraftList postId={id} overview={overview} />
            </Section>
          )}
          <WechatCopy id={id} />
        </>
      )}
    </ReadDrawer>
  );
};

export const slot: EditorSlot = { order: 10, label: '公众号', Drawer: WechatDrawer };

function SendForm({ id, overview }: { id: string; overview: DraftOverview }) {
  const { account, isCut, hasCover, isSent, title, suggested, drafts } = overview;
  const isBusy = drafts.some(isUnderWay);
  const save = useSave('POST /admin/wechatDraft/create', {
    schema: createDraftInput,
    initial: { ...suggested, isRepeat: false },
    toBody: (values) => ({ ...values, postId: id }),
    done: '已排队，正在发到公众号',
  });
  return (
    <SaveForm save={save} label="发到公众号" isGuarded={false}>
      <Quiet>
        发到公众号“{account}”的草稿箱，不会群发；请到公众号后台检查后再发布。
        {isCut && '这篇有读者看不到的部分，只发游客能看到的，文末写明余下的请点击阅读原文。'}
        {!hasCover && '稿件没有封面，会用分享卡片做封面。'}
      </Quiet>
      <TextItem
        name="title"
        label="公众号标题"
        note={`最多 ${maxTitle} 个字${suggested.title === title ? '' : `；原标题：${title}`}`}
      />
      <TextItem name="author" label="公众号作者" note={`最多 ${maxAuthor} 个字`} />
      <TextAreaItem name="digest" label="公众号摘要" note={`最多 ${maxDigest} 个字`} />
      {isSent && (
        <CheckItem name="isRepeat" note="这一版已经发过，公众号里可能已有它的草稿。">
          再发一份
        </CheckItem>
      )}
      <div>
        <Button type="primary" htmlType="submit" loading={save.isSaving} disabled={isBusy}>
          {isBusy ? '正在发送' : '发到草稿箱'}
        </Button>
      </div>
    </SaveForm>
  );
}
