/** What a hook may be run on, as `--on` and the configuration name it. */
export const hookEvents = [
  'waits',
  'plan-ready',
  'plan-done',
  'turn-end',
  'step-done',
  'stalled',
  'doubt',
  'changed-after-approval',
  'agent-ended',
] as const

export type HookEvent = (typeof hookEvents)[number]

/** A program of the user that is run when something happens. */
export interface Hook {
  readonly event: HookEvent
  /** The program and its arguments, which reach it as they are. */
  readonly command: readonly [string, ...string[]]
}

export function isHookEvent(word: string): word is HookEvent {
  return hookEvents.some((each) => each === word)
}
