import { Alert, Button, Input } from 'antd';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { DownloadsAnswer, NumberAnswer, TraceAnswer } from '#features/leaks/tracing/schema.ts';
import { call } from '../../api.ts';
import { Field } from '../../parts/field.tsx';
import { faultOf, useLoad } from '../../parts/use-load.ts';
import { FoundCopy } from './found-copy.tsx';
import s from './leaks.module.css';
import { ReaderLink } from './reader-link.tsx';

const longest = 200_000;

/** Finds out whose copy a text is, by what is woven into it or by the number beside it. */
export function Tracing() {
  const { data: standing } = useLoad('standing', (signal) =>
    call('GET /admin/leak/standing', { silent: true, signal }),
  );
  return (
    <section aria-labelledby="leak-tracing" className={s.part}>
      <h2 className={s.heading} id="leak-tracing">
        外泄的文字和附件来自谁
      </h2>
      {standing?.isTracing === false && (
        <Alert
          type="info"
          showIcon
          title={
            <>
              付费内容溯源没有开启，现在读到的正文不带印记，附件的下载也不记录。在
              <Link className="link" to="/settings?group=security">
                设置
              </Link>
              的「安全」里开启；开启期间读到的文字和下载的附件，关闭以后仍然可以查。
            </>
          }
        />
      )}
      <TextForm />
      <NumberForm />
      <FileForm />
      <p className={s.note}>谁在什么时候查了什么，会写进操作日志；粘贴的文字不保存。</p>
    </section>
  );
}

function TextForm() {
  const [text, setText] = useState('');
  const { answer, fault, isBusy, ask } = useAnswer<TraceAnswer>();
  const find = (event: FormEvent) => {
    event.preventDefault();
    void ask(() => call('POST /admin/leak/trace', { body: { text }, silent: true }));
  };
  return (
    <form className={s.form} onSubmit={find}>
      <Field
        label="外泄的文字"
        note="直接从网页、聊天或文档里复制粘贴，不要重新打字；少了一大半也能查，一百个连续的汉字就够。"
      >
        {(id, noteId) => (
          <Input.TextArea
            id={id}
            aria-describedby={noteId}
            autoSize={{ minRows: 5, maxRows: 12 }}
            maxLength={longest}
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="primary" htmlType="submit" disabled={text.trim() === ''} loading={isBusy}>
          查是谁的
        </Button>
      </div>
      <div aria-live="polite">
        {fault && <Alert type="error" showIcon title={fault} />}
        {answer && <Traced answer={answer} />}
      </div>
    </form>
  );
}

function Traced({ answer: { outcome, copies, unread } }: { answer: TraceAnswer }) {
  if (outcome === 'none')
    return (
      <Alert
        type="info"
        showIcon
        title="文字里没有印记"
        description="它可能是重新打的字，经过了会去掉零宽字符的软件，来自免费内容，或是在溯源开启之前读到的。有照片或截图的话，可以在下面查正文前后的编号。"
      />
    );
  if (outcome === 'damaged')
    return (
      <Alert
        type="warning"
        showIcon
        title={`有 ${unread} 处像印记的字符，但读不出来自谁`}
        description="印记损坏太多，或者是有人编造的。请找更完整的原文再查；不要凭它认定任何人。"
      />
    );
  return (
    <>
      {copies.length > 1 && (
        <Alert type="info" showIcon title={`文字里有 ${copies.length} 份不同的印记，可能是几份拼起来的`} />
      )}
      <ul className={s.copies}>
        {copies.map((copy) => (
          <FoundCopy key={`${copy.reader.id} ${copy.post?.id} ${copy.day}`} copy={copy} />
        ))}
      </ul>
      {unread > 0 && <p className={s.note}>另有 {unread} 处印记损坏，没有用上。</p>}
    </>
  );
}

function NumberForm() {
  const [number, setNumber] = useState('');
  const { answer, fault, isBusy, ask } = useAnswer<NumberAnswer>();
  const find = (event: FormEvent) => {
    event.preventDefault();
    void ask(() => call('POST /admin/leak/traceNumber', { body: { number }, silent: true }));
  };
  return (
    <form className={s.form} onSubmit={find}>
      <Field label="照片或截图上的编号" note="在正文的前后，如 7K2M-Q9XD-4HTV；大小写和横线不计。">
        {(id, noteId) => (
          <div className={s.number}>
            <Input
              id={id}
              aria-describedby={noteId}
              autoComplete="off"
              spellCheck={false}
              maxLength={40}
              value={number}
              onChange={({ target }) => setNumber(target.value)}
            />
            <Button htmlType="submit" disabled={number.trim() === ''} loading={isBusy}>
              查编号
            </Button>
          </div>
        )}
      </Field>
      <div aria-live="polite">
        {fault && <Alert type="error" showIcon title={fault} />}
        {answer &&
          (answer.reader ? (
            <p className={s.found}>
              这是 <ReaderLink reader={answer.reader} /> 的编号。
            </p>
          ) : (
            <Alert type="warning" showIcon title="没有这个编号，请对照原图再看一遍" />
          ))}
      </div>
    </form>
  );
}

function FileForm() {
  const [file, setFile] = useState('');
  const { answer, fault, isBusy, ask } = useAnswer<DownloadsAnswer>();
  const find = (event: FormEvent) => {
    event.preventDefault();
    void ask(() => call('POST /admin/leak/traceFile', { body: { file }, silent: true }));
  };
  return (
    <form className={s.form} onSubmit={find}>
      <Field
        label="外泄的附件"
        note="附件的链接，或它所在稿件的编号。谁在哪天下载过锁定的附件，保留 400 天。"
      >
        {(id, noteId) => (
          <div className={s.number}>
            <Input
              id={id}
              aria-describedby={noteId}
              autoComplete="off"
              spellCheck={false}
              maxLength={2000}
              value={file}
              onChange={({ target }) => setFile(target.value)}
            />
            <Button htmlType="submit" disabled={file.trim() === ''} loading={isBusy}>
              查谁下载过
            </Button>
          </div>
        )}
      </Field>
      <div aria-live="polite">
        {fault && <Alert type="error" showIcon title={fault} />}
        {answer && <Downloads answer={answer} />}
      </div>
    </form>
  );
}

function Downloads({ answer: { downloads, hasMore } }: { answer: DownloadsAnswer }) {
  if (downloads.length === 0)
    return (
      <Alert type="info" showIcon title="没有下载记录：附件没有锁定，溯源没有开启，或者还没有人下载过" />
    );
  return (
    <>
      <ul className={s.copies}>
        {downloads.map(({ reader, post, file, day }) => (
          <li className={s.copy} key={`${reader.id} ${file} ${day}`}>
            <p className={s.who}>
              <ReaderLink reader={reader} />
            </p>
            <p className={s.facts}>
              {day} 下载了“{file}”
              {post && (
                <>
                  ，在
                  <Link className="link" to={`/posts/${post.id}`}>
                    《{post.title}》
                  </Link>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {hasMore && <p className={s.note}>只列出最近的 {downloads.length} 条。</p>}
    </>
  );
}

/** What was answered last; it goes as soon as something else is asked. */
function useAnswer<T>() {
  const [answer, setAnswer] = useState<T>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const ask = async (work: () => Promise<T>) => {
    setIsBusy(true);
    setAnswer(undefined);
    setFault(undefined);
    try {
      setAnswer(await work());
    } catch (error) {
      setFault(faultOf(error).message);
    } finally {
      setIsBusy(false);
    }
  };
  return { answer, fault, isBusy, ask };
}
