/** The optional sound and vibration of rolls. */
const KNOCKS = 5;
let audio = null;

/** Plays a few dull knocks, each sooner and softer than the last. */
export function playRollSound() {
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (let knock = 0; knock < KNOCKS; knock += 1) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(320 - 40 * knock, at);
    tone.frequency.exponentialRampToValueAtTime(70, at + 0.05);
    loudness.gain.setValueAtTime(0.25 / (knock + 1), at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.07);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.08);
    at += 0.14 - 0.02 * knock;
  }
}

export function shake() {
  navigator.vibrate?.([30, 60, 20, 50, 10]);
}
