import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Void } from '../states/void.tsx';

export interface EditorGateProps<M> {
  /** Fetches the editor, which comes with its own files. */
  load: () => Promise<M>;
  children: (module: M) => ReactNode;
  /** While it is on its way. */
  waiting: ReactNode;
  /** Puts what is shown in its place onto a page; left out where it stands on one already. */
  frame?: (shown: ReactNode) => ReactNode;
}

/** Opens an editor when its files have come; when they do not, says so and offers the ways on (seed §8). */
export function EditorGate<M>({ load, children, waiting, frame = (shown) => shown }: EditorGateProps<M>) {
  const [module, setModule] = useState<{ it: M }>();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(-1);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    let isCurrent = true;
    latest.current().then(
      (it) => isCurrent && setModule({ it }),
      () => isCurrent && setFailed(attempt),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);
  if (module) return children(module.it);
  if (failed !== attempt) return frame(waiting);
  return frame(
    <div role="alert">
      <Void
        art="broken"
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
      </Void>
    </div>,
  );
}
