import { type FormEvent, useRef } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Input, InputRow } from '#ui/controls/field.tsx';
import s from './list-search.module.css';

export interface ListSearchProps {
  /** Label of the field, for example 在收藏里搜索. */
  label: string;
  value: string;
  onSearch: (word: string) => void;
}

/** Filters a list by a word; clearing the field shows the whole list again. */
export function ListSearch({ label, value, onSearch }: ListSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    onSearch(field.current?.value.trim() ?? '');
  }
  return (
    <form className={s.search} role="search" aria-label={label} onSubmit={submit}>
      <InputRow>
        <Input
          // The address holds the word: going back restores the former one.
          key={value}
          ref={field}
          type="search"
          name="keyword"
          aria-label={label}
          placeholder={label}
          defaultValue={value}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button type="submit" icon="search" aria-label="搜索">
          <span className="not-phone">搜索</span>
        </Button>
      </InputRow>
    </form>
  );
}
