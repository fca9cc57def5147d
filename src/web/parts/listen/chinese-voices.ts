/** Voices arrive late in Chrome, and on some devices never. */
const waitMs = 2000;

/**
 * Returns the Chinese voices of this device, Mandarin first; none on a device or in a browser that has none. Voices that a
 * server speaks come last, as the text would be sent there.
 */
export async function loadChineseVoices(): Promise<SpeechSynthesisVoice[]> {
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
