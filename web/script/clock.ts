// A Clock shows how long a player sees the board, and has the button that stops it.

import { element } from "./dom";
import { sayTime } from "./model";
import type { Words } from "./words";

export class Clock {
  #t;
  #turned;
  #timer;
  #button;
  element;
  paused = false;
  #ticks: ReturnType<typeof setInterval> | undefined;

  // turned is called when the player stops the clock or has it go on.
  constructor(t: Words, turned: () => void) {
    this.#t = t;
    this.#turned = turned;
    this.#button = element("button", { type: "button", className: "pause", onclick: () => this.pause(!this.paused) });
    this.#timer = element("span", { className: "timer", role: "timer", "aria-label": t("puzzle.time") });
    this.element = element("span", {}, this.#button, " ", this.#timer);
  }

  // pause hides the board and stops the clock, or goes on.
  pause(on: boolean) {
    this.paused = on;
    this.#button.textContent = on ? "▶" : "❚❚";
    this.#button.ariaLabel = this.#t(on ? "puzzle.goOn" : "puzzle.pause");
    this.#turned();
  }

  show(seconds: number, { timed, runs }: { timed: boolean; runs: boolean }) {
    this.#timer.textContent = sayTime(seconds);
    this.#timer.hidden = !timed;
    this.#button.hidden = !timed || !runs;
  }

  // start calls a function with the seconds that pass while the page is seen and nobody pauses.
  start(passed: (seconds: number) => void) {
    clearInterval(this.#ticks);
    let before = performance.now();
    this.#ticks = setInterval(() => {
      const now = performance.now();
      if (!this.paused && !document.hidden) passed(Math.min(now - before, 2000) / 1000);
      before = now;
    }, 250);
  }

  stop() {
    clearInterval(this.#ticks);
  }
}
