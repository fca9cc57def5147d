import { TextChanges } from '#admin/parts/text-changes.tsx';
import { Prose } from '#ui/article/prose.tsx';
import s from './agreements.module.css';

type Text = { title: string; body: string };

/** A text as readers see it. The HTML is safe: it comes from the server, which sanitises it, or from the editor. */
export const TextPreview = ({ text: { title, body } }: { text: Text }) => (
  <article className={s.preview}>
    <h3>{title}</h3>
    <Prose className={s.body} html={body} />
  </article>
);

export const AgreementChanges = ({ before, after }: { before: Text; after: Text }) => (
  <TextChanges before={toHtml(before)} after={toHtml(after)} />
);

const toHtml = ({ title, body }: Text) => ({ title, html: body });
