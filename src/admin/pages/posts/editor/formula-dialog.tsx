import type { Editor } from '@tiptap/react';
import { Button, Input, Modal, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import type { DrawnFormula } from '#shared/text/formula.ts';
import { type EditFormula, editFormula } from './body/formula.ts';
import s from './editor.module.css';

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
    <Modal
      open
      title={at === undefined ? '插入公式' : '修改公式'}
      onCancel={onClose}
      width={560}
      footer={[
        <Button key="put" type="primary" disabled={!isFit} onClick={put}>
          {at === undefined ? '插入' : '改好了'}
        </Button>,
      ]}
    >
      <div className={s.form}>
        <Segmented
          aria-label="公式放在哪里"
          options={[
            { value: 'inline', label: '行内' },
            { value: 'block', label: '独立成行' },
          ]}
          value={isBlock ? 'block' : 'inline'}
          onChange={(value) => setIsBlock(value === 'block')}
        />
        <label className={s.field}>
          LaTeX
          <Input.TextArea
            className={s.markdown ?? ''}
            autoFocus
            autoSize={{ minRows: 3, maxRows: 10 }}
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
        </label>
        <div className={s.formula} role="status" aria-label="公式预览">
          {!isFit && <span className={s.hint}>写好后这里就是读者看到的样子</span>}
          {isFit && drawn?.fault && <span className={s.fault}>{drawn.fault}。读者会看到 LaTeX 原文。</span>}
          {isFit && drawn?.mathml && (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn from LaTeX by ourselves (shared/text/formula.ts)
            <span dangerouslySetInnerHTML={{ __html: drawn.mathml }} />
          )}
        </div>
      </div>
    </Modal>
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
