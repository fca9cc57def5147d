import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';
import type { RenderedFormula } from '#shared/text/formula.ts';
import { isComposing } from '../composing.ts';
import { Button } from '../controls/button.tsx';
import { Field, Radio, Textarea } from '../controls/field.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { insertAtCursor } from './blocks/insert-block.ts';
import s from './editor.module.css';
import { type EditFormula, editFormula } from './formula.ts';
import { resourceFailure } from './resource-failure.ts';
import { useInitialFocus } from './use-initial-focus.ts';

type FormulaState = { tex: string; isBlock: boolean; pos: number | undefined };

/** Edits a formula with a preview; opened by its button or from a formula in the body. */
export function FormulaDialog({
  editor,
  isRequested,
  onClose,
}: {
  editor: Editor;
  isRequested: boolean;
  onClose: () => void;
}) {
  const [editedFormula, setEditedFormula] = useState<FormulaState>();
  useEffect(() => {
    const open = (event: Event) => {
      const { pos } = (event as EditFormula).detail;
      const node = editor.state.doc.nodeAt(pos);
      if (node)
        setEditedFormula({ tex: String(node.attrs.tex), isBlock: node.type.name === 'formulaBlock', pos });
    };
    const { dom } = editor.view;
    dom.addEventListener(editFormula, open);
    return () => dom.removeEventListener(editFormula, open);
  }, [editor]);
  const formula = editedFormula ?? (isRequested ? { tex: '', isBlock: false, pos: undefined } : undefined);
  if (!formula) return null;
  return (
    <FormulaForm
      key={formula.pos ?? 'new'}
      editor={editor}
      formula={formula}
      onClose={() => {
        setEditedFormula(undefined);
        onClose();
      }}
    />
  );
}

function FormulaForm({
  editor,
  formula,
  onClose,
}: {
  editor: Editor;
  formula: FormulaState;
  onClose: () => void;
}) {
  const { pos } = formula;
  const [tex, setTex] = useState(formula.tex);
  const [isBlock, setIsBlock] = useState(formula.isBlock);
  const rendered = useRenderedFormula(tex, isBlock);
  const first = useInitialFocus<HTMLTextAreaElement>();
  const isValid = tex.trim() !== '';
  const apply = () => {
    if (!isValid) return;
    const node = { type: isBlock ? 'formulaBlock' : 'formula', attrs: { tex: tex.trim() } };
    const existing = pos === undefined ? undefined : editor.state.doc.nodeAt(pos);
    const chain = editor.chain().focus();
    if (pos === undefined || !existing) insertAtCursor(editor, node);
    else if (formula.isBlock === isBlock)
      chain.command(({ tr }) => Boolean(tr.setNodeAttribute(pos, 'tex', tex.trim()))).run();
    else chain.insertContentAt({ from: pos, to: pos + existing.nodeSize }, node).run();
    onClose();
  };
  return (
    <Dialog
      open
      title={pos === undefined ? '插入公式' : '修改公式'}
      onClose={onClose}
      width={560}
      footer={
        <Button tone="ink" disabled={!isValid} onClick={apply}>
          {pos === undefined ? '插入' : '改好了'}
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
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
                event.preventDefault();
                apply();
              }}
            />
          )}
        </Field>
        <div className={s.formula} role="status" aria-label="公式预览">
          {!isValid && <span className={s.hint}>写好后这里就是读者看到的样子</span>}
          {isValid && rendered?.fault && (
            <span className={s.fault}>
              {rendered.fault}。{rendered.fault !== resourceFailure && '读者会看到 LaTeX 原文。'}
            </span>
          )}
          {isValid && rendered?.mathml && (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: MathML rendered from LaTeX by shared/text/formula.ts
            <span dangerouslySetInnerHTML={{ __html: rendered.mathml }} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Renders the preview; loads the renderer when the first formula is entered. */
function useRenderedFormula(tex: string, isBlock: boolean): RenderedFormula | undefined {
  const [rendered, setRendered] = useState<RenderedFormula>();
  useEffect(() => {
    let isCurrent = true;
    import('#shared/text/formula.ts').then(
      ({ renderFormula }) => isCurrent && setRendered(renderFormula(tex, isBlock)),
      () => isCurrent && setRendered({ fault: resourceFailure }),
    );
    return () => {
      isCurrent = false;
    };
  }, [tex, isBlock]);
  return rendered;
}
