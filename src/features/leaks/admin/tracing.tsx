import { Alert } from 'antd';
import { Link } from 'react-router';
import { useRead } from '#admin/parts/data.ts';
import { LookupForm } from '#admin/parts/form/lookup-form.tsx';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import type { DownloadsAnswer, NumberAnswer, TraceAnswer } from '../tracing/schema.ts';
import { fileInput, numberInput, traceInput } from '../tracing/schema.ts';
import { FoundCopy } from './found-copy.tsx';
import s from './leaks.module.css';
import { ReaderLink } from './reader-link.tsx';

/** Traces a text or an attachment to a reader: by imprint, tracing number or download log. */
export const Tracing = () => (
  <Section title="外泄的文字和附件来自谁">
    <TracingNotice />
    <LookupForm
      call="POST /admin/leak/trace"
      schema={traceInput}
      name="text"
      label="外泄的文字"
      note="直接从网页、聊天或文档里复制粘贴，不要重新打字；少了一大半也能查，一百个连续的汉字就够。"
      verb="查是谁的"
      isLong
    >
      {(answer) => <TraceResult answer={answer} />}
    </LookupForm>
    <LookupForm
      call="POST /admin/leak/traceNumber"
      schema={numberInput}
      name="number"
      label="照片或截图上的编号"
      note="在正文的前后，如 7K2M-Q9XD-4HTV；大小写和横线不计。"
      verb="查编号"
    >
      {(answer) => <NumberOwner answer={answer} />}
    </LookupForm>
    <LookupForm
      call="POST /admin/leak/traceFile"
      schema={fileInput}
      name="file"
      label="外泄的附件"
      note="附件的链接，或它所在稿件的编号。谁在哪天下载过锁定的附件，保留 400 天。"
      verb="查谁下载过"
    >
      {(answer) => <Downloads answer={answer} />}
    </LookupForm>
    <Quiet>谁在什么时候查了什么，会写进操作日志；粘贴的文字不保存。</Quiet>
  </Section>
);

function TracingNotice() {
  const { data } = useRead('GET /admin/leak/standing');
  if (data?.isTracing !== false) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={
        <>
          付费内容溯源没有开启，现在读到的正文不带印记，附件的下载也不记录。在
          <Link className="link" to="/settings?group=security">
            设置
          </Link>
          的“安全”里开启；开启期间读到的文字和下载的附件，关闭以后仍然可以查。
        </>
      }
    />
  );
}

function TraceResult({ answer: { outcome, copies, unread } }: { answer: TraceAnswer }) {
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
      {unread > 0 && <Quiet>另有 {unread} 处印记损坏，没有用上。</Quiet>}
    </>
  );
}

const NumberOwner = ({ answer: { reader } }: { answer: NumberAnswer }) =>
  reader ? (
    <p>
      这是 <ReaderLink reader={reader} /> 的编号。
    </p>
  ) : (
    <Alert type="warning" showIcon title="没有这个编号，请对照原图再看一遍" />
  );

function Downloads({ answer: { downloads, hasMore } }: { answer: DownloadsAnswer }) {
  if (downloads.length === 0)
    return (
      <Alert type="info" showIcon title="没有下载记录：附件没有锁定，溯源没有开启，或者还没有人下载过" />
    );
  return (
    <>
      <ul className={s.copies}>
        {downloads.map((download) => (
          <Download key={`${download.reader.id} ${download.file} ${download.day}`} download={download} />
        ))}
      </ul>
      {hasMore && <Quiet>只列出最近的 {downloads.length} 条。</Quiet>}
    </>
  );
}

const Download = ({
  download: { reader, day, file, post },
}: {
  download: DownloadsAnswer['downloads'][number];
}) => (
  <li className={s.copy}>
    <ReaderLink reader={reader} />
    <Quiet>
      {day} 下载了“{file}”
      {post && (
        <>
          ，在
          <Link className="link" to={`/posts/${post.id}`}>
            《{post.title}》
          </Link>
        </>
      )}
    </Quiet>
  </li>
);
