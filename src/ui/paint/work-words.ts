import { spokenTime, tookTime } from '../../lib/text/duration.ts'
import { own, type SafeText } from '../../lib/text/safe-text.ts'
import type { WorkTime } from '../../plans/work-clock.ts'
import { glyphs } from './glyphs.ts'
import type { Theme } from './theme.ts'

/** Questions that were answered sooner are not worth a word. */
const waitShownMs = 1000

export function hasWaited({ waitedMs }: WorkTime): boolean {
  return waitedMs >= waitShownMs
}

/** `4s`, or `4s · waited 1m12s` where the user was waited for: how long work takes that goes on. */
export function workWords(time: WorkTime, theme: Theme): SafeText {
  return withWait(spokenTime(time.workedMs), time, theme)
}

/** The same of work that is over. */
export function tookWords(time: WorkTime, theme: Theme): SafeText {
  return withWait(tookTime(time.workedMs), time, theme)
}

function withWait(worked: SafeText, time: WorkTime, theme: Theme): SafeText {
  return hasWaited(time) ? own`${worked} ${glyphs(theme).dot} waited ${spokenTime(time.waitedMs)}` : worked
}
