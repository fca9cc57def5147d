import { EditorContent } from '@tiptap/react';
import type { BodyEditor } from '#ui/editor/use-body-editor.ts';
import { DeskBodyTools } from '../../../parts/body/desk-body-tools.tsx';
import s from '../contest.module.css';

/** The rules page of a season, written as a piece is. */
export function RulesField({ editing: { editor } }: { editing: BodyEditor }) {
  return (
    <fieldset className={s.group}>
      <legend>规则</legend>
      <p className={s.quiet}>
        读者在规则页看到；请写明奖品如何发放、什么情况会取消资格。交易时间、涨跌幅和费用由系统按实际设置列出，不用在这里重复。
      </p>
      <div className={s.editor}>
        {editor && <DeskBodyTools editor={editor} />}
        <EditorContent editor={editor} className={s.writing ?? ''} />
      </div>
    </fieldset>
  );
}
