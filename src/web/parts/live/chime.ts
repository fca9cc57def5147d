let audio: AudioContext | undefined;

/**
 * Starts the audio of the page. Browsers keep it suspended until the reader presses something, so call it from a
 * press.
 */
export async function startAudio(): Promise<void> {
  audio ??= new AudioContext();
  await audio.resume();
}

/** Plays two short rising tones; does nothing while the audio is suspended. */
export function playChime(): void {
  if (audio?.state !== 'running') return;
  playTone(audio, 784, 0);
  playTone(audio, 1175, 0.12);
}

function playTone(context: AudioContext, frequency: number, delaySeconds: number): void {
  const start = context.currentTime + delaySeconds;
  const tone = new OscillatorNode(context, { frequency });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.linearRampToValueAtTime(0.15, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.25);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + 0.25);
}
