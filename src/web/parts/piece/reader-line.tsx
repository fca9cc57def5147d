import s from './reader-line.module.css';

export interface ReaderLineProps {
  /** Whose copy it is: `张**`. */
  name: string;
  /** `7K2M-Q9XD-4HTV`. */
  number: string;
}

/** Says whose copy a paid text is, on screen, on paper and on a photograph; it is nothing to be read aloud. */
export function ReaderLine({ name, number }: ReaderLineProps) {
  return (
    <p className={s.line} aria-hidden="true">
      仅供 {name} 阅读<span className={s.number}>编号 {number}</span>
    </p>
  );
}
