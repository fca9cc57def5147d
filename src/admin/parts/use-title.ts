import { useEffect } from 'react';
import { portal } from '../api.ts';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} - ${portal.name}后台`;
  }, [title]);
}
