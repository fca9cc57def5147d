import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { EmptyState } from '../states/empty-state.tsx';

export interface EditorLoaderProps<M> {
  /** Imports the editor module. */
  load: () => Promise<M>;
  children: (module: M) => ReactNode;
  fallback: ReactNode;
  /** Wraps the fallback and the error in a page frame; omit it if the surroundings are a page already. */
  renderFrame?: (shown: ReactNode) => ReactNode;
}

/** Loads an editor and renders it; on failure shows an error with retry and reload (docs/product.md §8). */
export function EditorLoader<M>({
  load,
  children,
  fallback,
  renderFrame = (shown) => shown,
}: EditorLoaderProps<M>) {
  const [module, setModule] = useState<{ value: M }>();
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState(-1);
  const latestLoad = useRef(load);
  latestLoad.current = load;
  useEffect(() => {
    let isCurrent = true;
    latestLoad.current().then(
      (value) => isCurrent && setModule({ value }),
      () => isCurrent && setFailedAttempt(attempt),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);
  if (module) return children(module.value);
  if (failedAttempt !== attempt) return renderFrame(fallback);
  return renderFrame(
    <div role="alert">
      <EmptyState
        illustration="broken"
        level={1}
        title="编辑器资源加载失败"
        actions={
          <>
            <Button tone="ink" size="s" icon="refresh" onClick={() => setAttempt(attempt + 1)}>
              重试
            </Button>
            <Button size="s" onClick={() => location.reload()}>
              刷新页面
            </Button>
          </>
        }
      >
        <p>可能是网络断了，或网站刚刚更新过。重试不行时请刷新页面，已保存的内容不会丢。</p>
      </EmptyState>
    </div>,
  );
}
