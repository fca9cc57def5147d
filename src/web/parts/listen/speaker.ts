import type { Paragraph } from './collect-paragraphs.ts';

export type SpeakerState = { isPlaying: boolean /** Index of the current paragraph. */; at: number };

export type Speaker = {
  play: () => void;
  pause: () => void;
  /** Goes to a paragraph, and continues there if it is playing. */
  goTo: (at: number) => void;
  setRate: (rate: number) => void;
  setVoice: (voice: SpeechSynthesisVoice) => void;
};

type SpeakerOptions = {
  paragraphs: readonly Paragraph[];
  voice: SpeechSynthesisVoice;
  rate: number;
  onChange: (state: SpeakerState) => void;
  /** The voice failed, or the browser refuses to speak. */
  onFailed: () => void;
};

/**
 * Reads paragraphs aloud, one sentence at a time. A pause ends the sentence, which begins again afterwards: browsers on
 * phones cannot continue within one.
 */
export function createSpeaker({ paragraphs, onChange, onFailed, ...chosen }: SpeakerOptions): Speaker {
  const { speechSynthesis } = window;
  let { voice, rate } = chosen;
  let at = 0;
  let sentence = 0;
  let isPlaying = false;
  // Chrome drops the events of an utterance that nothing refers to. Events of any other utterance come too late.
  let current: SpeechSynthesisUtterance | undefined;

  const change = (next: Partial<SpeakerState>) => {
    isPlaying = next.isPlaying ?? isPlaying;
    at = next.at ?? at;
    onChange({ isPlaying, at });
  };

  function silence(): void {
    current = undefined;
    speechSynthesis.cancel();
  }

  function speak(): void {
    const text = paragraphs[at]?.sentences[sentence];
    if (text === undefined) return;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = rate;
    utterance.onend = () => current === utterance && advance();
    utterance.onerror = () => {
      if (current !== utterance) return;
      silence();
      change({ isPlaying: false });
      onFailed();
    };
    current = utterance;
    speechSynthesis.speak(utterance);
  }

  function advance(): void {
    sentence += 1;
    if (sentence >= (paragraphs[at]?.sentences.length ?? 0)) {
      sentence = 0;
      if (at + 1 >= paragraphs.length) {
        current = undefined;
        change({ isPlaying: false, at: 0 });
        return;
      }
      change({ at: at + 1 });
    }
    speak();
  }

  /** Speaks the current sentence again, with another voice or pace or from another place. */
  function restart(): void {
    if (!isPlaying) return;
    silence();
    speak();
  }

  return {
    play() {
      change({ isPlaying: true });
      restart();
    },
    pause() {
      silence();
      change({ isPlaying: false });
    },
    goTo(wanted) {
      sentence = 0;
      change({ at: Math.max(0, Math.min(wanted, paragraphs.length - 1)) });
      restart();
    },
    setRate(next) {
      rate = next;
      restart();
    },
    setVoice(next) {
      voice = next;
      restart();
    },
  };
}
