import { Input } from 'antd';
import { useEffect, useState } from 'react';

/** A list's keyword: typed in peace, asked for by Enter or the button, `undefined` when it is emptied. */
export function KeywordSearch(props: {
  value: string | undefined;
  onSearch: (keyword: string | undefined) => void;
  label: string;
  placeholder: string;
  maxLength: number;
  className?: string | undefined;
}) {
  const { value = '', onSearch, label, className = '', ...rest } = props;
  const [typed, setTyped] = useState(value);
  // Going back in the browser changes the keyword without a hand at the field.
  useEffect(() => setTyped(value), [value]);
  return (
    <Input.Search
      {...rest}
      className={className}
      aria-label={label}
      allowClear
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onSearch={(text) => onSearch(text.trim() || undefined)}
    />
  );
}
