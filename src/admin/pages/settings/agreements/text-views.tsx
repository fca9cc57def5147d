import { Prose } from '#ui/article/prose.tsx';
import { TextChanges } from '../../../parts/text-changes.tsx';
import s from './agreements.module.css';

type Text = { title: string; body: string };

/** A text as readers see it. What is shown came from the server, which made it harmless, or from our own editor. */
export function TextPreview({ text: { title, body } }: { text: Text }) {
  return (
    <article className={s.preview}>
      <h3>{title}</h3>
      <Prose className={s.body} html={body} />
    </article>
  );
}

/** What changed from one text to another. */
export function AgreementChanges({ before, after }: { before: Text; after: Text }) {
  return <TextChanges className={s.changes} before={toHtml(before)} after={toHtml(after)} />;
}

const toHtml = ({ title, body }: Text) => ({ title, html: body });
