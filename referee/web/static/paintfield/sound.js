// @ts-check
/** Two short tones, off until the player switches them on. */

const TONES = { count: 520, bell: 880 };

export class Sound {
  /** @param {HTMLElement} button */
  constructor(button) {
    this.isOn = false;
    /** @type {AudioContext | null} */
    this.context = null;
    button.addEventListener("click", () => {
      this.isOn = !this.isOn;
      button.setAttribute("aria-pressed", String(this.isOn));
      if (this.isOn) this.play("count");
    });
  }

  /** @param {"count" | "bell"} tone */
  play(tone) {
    if (!this.isOn) return;
    this.context ??= new AudioContext();
    const { context } = this;
    const [voice, volume] = [context.createOscillator(), context.createGain()];
    voice.frequency.value = TONES[tone];
    volume.gain.setValueAtTime(0.15, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.3);
    voice.connect(volume).connect(context.destination);
    voice.start();
    voice.stop(context.currentTime + 0.3);
  }
}
