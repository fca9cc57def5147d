import { useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '#client/storage.ts';
import { SelectInput } from '#ui/controls/field.tsx';
import { ToolButton } from '#ui/controls/tool-link.tsx';
import { PathIcon } from '#ui/icon.tsx';
import { collectParagraphs, type Paragraph } from './collect-paragraphs.ts';
import s from './listen-player.module.css';
import { createSpeaker, type Speaker, type SpeakerState } from './speaker.ts';

// Only the player shows these.
const playPath = 'M7 4.5v15l12-7.5z';
const pausePath = 'M8 5v14M16 5v14';

const rates = [0.75, 1, 1.25, 1.5, 1.75, 2];

type Ready = { speaker: Speaker; paragraphs: readonly Paragraph[]; voices: readonly SpeechSynthesisVoice[] };

/** Reads the title and the text of the post on the page aloud, by a voice of the browser. Ends when it is unmounted. */
export function ListenPlayer({ onClose }: { onClose: () => void }) {
  const [ready, setReady] = useState<Ready | 'loading' | 'no voice' | 'no text'>('loading');
  const [state, setState] = useState<SpeakerState>({ isPlaying: false, at: 0 });
  const [hasFailed, setHasFailed] = useState(false);
  const [voiceUri, setVoiceUri] = useState('');
  const [rate, setRate] = useState(() => readStored('listening')?.rate ?? 1);
  const close = useRef<HTMLButtonElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of speed goes to the running speaker and must not restart it
  useEffect(() => {
    let isCurrent = true;
    let speaker: Speaker | undefined;
    const stop = () => speaker?.pause();
    const start = async () => {
      const voices = await loadChineseVoices();
      if (!isCurrent) return;
      const voice = voices.find(({ voiceURI }) => voiceURI === readStored('listening')?.voice) ?? voices[0];
      if (!voice) return setReady('no voice');
      const paragraphs = collectParagraphs([
        ...document.querySelectorAll('main h1'),
        ...document.querySelectorAll('[data-post-body]'),
      ]);
      if (paragraphs.length === 0) return setReady('no text');
      speaker = createSpeaker({
        paragraphs,
        voice,
        rate,
        onChange: setState,
        onFailed: () => setHasFailed(true),
      });
      setVoiceUri(voice.voiceURI);
      setReady({ speaker, paragraphs, voices });
      speaker.play();
    };
    void start();
    close.current?.focus({ preventScroll: true });
    window.addEventListener('pagehide', stop);
    return () => {
      isCurrent = false;
      stop();
      window.removeEventListener('pagehide', stop);
    };
  }, []);

  const element = typeof ready === 'object' ? ready.paragraphs[state.at]?.element : undefined;
  useEffect(() => {
    if (!element) return;
    element.dataset.listening = '';
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) element.scrollIntoView({ block: 'center' });
    return () => {
      delete element.dataset.listening;
    };
  }, [element]);

  return (
    <section
      className={s.player}
      aria-label="朗读"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className={s.row}>
        {typeof ready === 'string' ? (
          <p className={s.message} role="status">
            {messages[ready]}
          </p>
        ) : (
          <Controls
            {...{ ready, state, hasFailed, rate, voiceUri }}
            onPlay={() => {
              setHasFailed(false);
              if (state.isPlaying) ready.speaker.pause();
              else ready.speaker.play();
            }}
            onRate={(next) => {
              setRate(next);
              writeStored('listening', { ...readStored('listening'), rate: next });
              ready.speaker.setRate(next);
            }}
            onVoice={(voice) => {
              setVoiceUri(voice.voiceURI);
              writeStored('listening', { ...readStored('listening'), voice: voice.voiceURI });
              ready.speaker.setVoice(voice);
            }}
          />
        )}
        <button ref={close} type="button" className={s.close} onClick={onClose}>
          停止
        </button>
      </div>
    </section>
  );
}

const messages = {
  loading: '正在找中文语音 …',
  'no voice': '这台设备的浏览器没有中文语音，不能朗读。可以在系统设置里添加中文语音，或换一个浏览器。',
  'no text': '这一篇没有可以朗读的文字。',
};

type ControlsProps = {
  ready: Ready;
  state: SpeakerState;
  hasFailed: boolean;
  rate: number;
  voiceUri: string;
  onPlay: () => void;
  onRate: (rate: number) => void;
  onVoice: (voice: SpeechSynthesisVoice) => void;
};

function Controls({ ready, state, hasFailed, rate, voiceUri, onPlay, onRate, onVoice }: ControlsProps) {
  const { speaker, paragraphs, voices } = ready;
  const { isPlaying, at } = state;
  return (
    <>
      <div className={s.buttons}>
        <ToolButton icon="up" label="上一段" disabled={at === 0} onClick={() => speaker.goTo(at - 1)} />
        <button type="button" className={s.play} aria-label={isPlaying ? '暂停' : '播放'} onClick={onPlay}>
          <PathIcon path={isPlaying ? pausePath : playPath} filled={!isPlaying} />
        </button>
        <ToolButton
          icon="down"
          label="下一段"
          disabled={at === paragraphs.length - 1}
          onClick={() => speaker.goTo(at + 1)}
        />
      </div>
      <div className={s.progress}>
        {hasFailed ? (
          <p role="alert">语音中断了，可以再按播放或换一个声音。</p>
        ) : (
          <p>
            第 <span className="fig">{at + 1}</span> / <span className="fig">{paragraphs.length}</span> 段
          </p>
        )}
        <progress aria-label="朗读进度" value={at + 1} max={paragraphs.length} />
      </div>
      <SelectInput
        className={s.select}
        aria-label="语速"
        value={rate}
        onChange={({ target }) => onRate(Number(target.value))}
      >
        {rates.map((one) => (
          <option key={one} value={one}>
            {one} 倍
          </option>
        ))}
      </SelectInput>
      {voices.length > 1 && (
        <SelectInput
          className={s.select}
          aria-label="声音"
          value={voiceUri}
          onChange={({ target }) => {
            const voice = voices.find(({ voiceURI }) => voiceURI === target.value);
            if (voice) onVoice(voice);
          }}
        >
          {voices.map(({ voiceURI, name }) => (
            <option key={voiceURI} value={voiceURI}>
              {name}
            </option>
          ))}
        </SelectInput>
      )}
    </>
  );
}

/** Voices arrive late in Chrome, and on some devices never. */
const waitMs = 2000;

/**
 * Returns the Chinese voices of this device, Mandarin first; none on a device or in a browser that has none. Voices that a
 * server speaks come last, as the text would be sent there.
 */
async function loadChineseVoices(): Promise<SpeechSynthesisVoice[]> {
  if (!('speechSynthesis' in window)) return [];
  const { speechSynthesis } = window;
  if (speechSynthesis.getVoices().length === 0)
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        speechSynthesis.removeEventListener('voiceschanged', done);
        resolve();
      };
      const timer = setTimeout(done, waitMs);
      speechSynthesis.addEventListener('voiceschanged', done);
    });
  return speechSynthesis
    .getVoices()
    .filter(({ lang }) => /^(?:zh|cmn|yue)\b/i.test(lang.replace('_', '-')))
    .sort((one, other) => rank(one) - rank(other));
}

const rank = ({ lang, localService }: SpeechSynthesisVoice): number =>
  (localService ? 0 : 10) + (/^(?:zh|cmn)[-_](?:cn|hans)/i.test(lang) ? 0 : 1);
