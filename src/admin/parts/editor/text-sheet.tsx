import type { ReactNode } from 'react';
import { BodyText } from '#ui/editor/body-text.tsx';
import { focusBody } from '#ui/editor/focus-body.ts';
import { WordCount } from '#ui/editor/word-count.tsx';
import { AdminBodyToolbar } from '../body/admin-body-toolbar.tsx';
import s from './editor.module.css';
import { TitleField } from './title-field.tsx';
import type { BodyDraft } from './use-body-draft.ts';
import type { TitledText } from './versioned.ts';

type Props<C extends TitledText> = {
  draft: BodyDraft<C>;
  /** Selects the placeholder title, so that typing replaces it. */
  isNew: boolean;
  maxLength: number;
  hasPaywall?: boolean;
  children?: ReactNode;
};

/** Title, toolbar and body of a document. */
export const TextSheet = <C extends TitledText>({
  draft: { content, change, body, isWriting },
  hasPaywall = false,
  children,
  ...title
}: Props<C>) => (
  <div className={s.sheet}>
    <TitleField
      {...title}
      value={content.title}
      isWriting={isWriting}
      onChange={(text) => change({ title: text } as Partial<C>)}
      onEnter={() => focusBody(body)}
    />
    {body.editor && isWriting && <AdminBodyToolbar editor={body.editor} hasPaywall={hasPaywall} />}
    <BodyText editor={body.editor} />
    <WordCount html={content.html} />
    {children}
  </div>
);
