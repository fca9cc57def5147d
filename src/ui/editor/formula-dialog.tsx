import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';
import type { DrawnFormula } from '#shared/text/formula.ts';
import { Button } from '../controls/button.tsx';
import { Field, Radio, Textarea } from '../controls/field.tsx';
import { Dialog } from '../floats/dialog.tsx';
import s from './editor.module.css';
import { type EditFormula, editFormula } from './formula.ts';
import { useFirstField } from './use-first-field.ts';

type Opened = { tex: string; isBlock: boolean; at: number | undefined };

/** Writes a formula, with what it will look like; opens by its button, or on a formula of the body. */
export function FormulaDialog({
  editor,
  isAsked,
  onClose,
}: {
  editor: Editor;
  isAsked: boolean;
  onClose: () => void;
}) {
  const [edited, setEdited] = useState<Opened>();
  useEffect(() => {
    const open = (event: Event) => {
      const { at } = (event as EditFormula).detail;
      const node = editor.state.doc.nodeAt(at);
      if (node) setEdited({ tex: String(node.attrs.tex), isBlock: node.type.name === 'formulaBlock', at });
    };
    const { dom } = editor.view;
    dom.addEventListener(editFormula, open);
    return () => dom.removeEventListener(editFormula, open);
  }, [editor]);
  const opened = edited ?? (isAsked ? { tex: '', isBlock: false, at: undefined } : undefined);
  if (!opened) return null;
  return (
    <FormulaForm
      key={opened.at ?? 'new'}
      editor={editor}
      opened={opened}
      onClose={() => {
        setEdited(undefined);
        onClose();
      }}
    />
  );
}

function FormulaForm({ editor, opened, onClose }: { editor: Editor; opened: Opened; onClose: () => void }) {
  const { at } = opened;
  const [tex, setTex] = useState(opened.tex);
  const [isBlock, setIsBlock] = useState(opened.isBlock);
  const drawn = useDrawn(tex, isBlock);
  const first = useFirstField<HTMLTextAreaElement>();
  const isFit = tex.trim() !== '';
  const put = () => {
    if (!isFit) return;
    const node = { type: isBlock ? 'formulaBlock' : 'formula', attrs: { tex: tex.trim() } };
    const held = at === undefined ? undefined : editor.state.doc.nodeAt(at);
    const chain = editor.chain().focus();
    if (at === undefined || !held) chain.insertContent(node).run();
    else if (opened.isBlock === isBlock)
      chain.command(({ tr }) => Boolean(tr.setNodeAttribute(at, 'tex', tex.trim()))).run();
    else chain.insertContentAt({ from: at, to: at + held.nodeSize }, node).run();
    onClose();
  };
  return (
    <Dialog
      open
      title={at === undefined ? '插入公式' : '修改公式'}
      onClose={onClose}
      width={560}
      footer={
        <Button tone="ink" disabled={!isFit} onClick={put}>
          {at === undefined ? '插入' : '改好了'}
        </Button>
      }
    >
      <div className={s.form}>
        <fieldset className={s.choice}>
          <legend className="vh">公式放在哪里</legend>
          <Radio name="place" checked={!isBlock} onChange={() => setIsBlock(false)}>
            行内
          </Radio>
          <Radio name="place" checked={isBlock} onChange={() => setIsBlock(true)}>
            独立成行
          </Radio>
        </fieldset>
        <Field label="LaTeX">
          {(control) => (
            <Textarea
              {...control}
              className={s.markdown}
              ref={first}
              rows={3}
              maxLength={2000}
              placeholder="如 \frac{P}{E} 或 E = mc^2"
              value={tex}
              onChange={({ target }) => setTex(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
                event.preventDefault();
                put();
              }}
            />
          )}
        </Field>
        <div className={s.formula} role="status" aria-label="公式预览">
          {!isFit && <span className={s.hint}>写好后这里就是读者看到的样子</span>}
          {isFit && drawn?.fault && <span className={s.fault}>{drawn.fault}。读者会看到 LaTeX 原文。</span>}
          {isFit && drawn?.mathml && (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn from LaTeX by ourselves (shared/text/formula.ts)
            <span dangerouslySetInnerHTML={{ __html: drawn.mathml }} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** What a formula looks like; what draws it comes when the first one is written. */
function useDrawn(tex: string, isBlock: boolean): DrawnFormula | undefined {
  const [drawn, setDrawn] = useState<DrawnFormula>();
  useEffect(() => {
    let isCurrent = true;
    void import('#shared/text/formula.ts').then(({ drawFormula }) => {
      if (isCurrent) setDrawn(drawFormula(tex, isBlock));
    });
    return () => {
      isCurrent = false;
    };
  }, [tex, isBlock]);
  return drawn;
}
