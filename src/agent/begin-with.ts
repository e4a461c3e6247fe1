import type { AgentWire } from './agent-wire.ts'
import { changeMode, changeOption, type ChangeOutcome } from './change-settings.ts'
import type { OpenSessions } from './open-sessions.ts'

/** An option by its id, and its value as it was typed. */
export interface ConfigSetting {
  readonly id: string
  readonly value: string
}

type Setting =
  | { readonly type: 'mode'; readonly modeId: string }
  | { readonly type: 'option'; readonly id: string; readonly value: string }

export interface BeginOptions {
  readonly wire: AgentWire
  readonly sessions: OpenSessions
  readonly sessionId: string
  readonly onAsked: (method: string) => void
  /** `goOn` leaves it as it is. */
  readonly onNotSet: (why: Extract<ChangeOutcome, { ok: false }>, goOn: () => void) => void
  readonly onDone: () => void
}

/** The mode first: it may change which options there are. */
export function settingsOf(mode: string | null, config: readonly ConfigSetting[]): readonly Setting[] {
  const options = config.map(({ id, value }) => ({ type: 'option', id, value }) as const)
  return mode === null ? options : [{ type: 'mode', modeId: mode }, ...options]
}

/** Sets what a session is to begin with, one after the other. */
export function beginWith([setting, ...rest]: readonly Setting[], options: BeginOptions): void {
  const { wire, sessions, sessionId, onAsked, onNotSet, onDone } = options
  if (setting === undefined) return onDone()
  const goOn = (): void => beginWith(rest, options)
  const onOutcome = (outcome: ChangeOutcome): void => {
    if (!outcome.ok) return onNotSet(outcome, goOn)
    sessions.changed(sessionId, outcome)
    goOn()
  }
  const change = { wire, sessionId, settings: sessions.settingsOf(sessionId), onAsked, onOutcome }
  if (setting.type === 'mode') changeMode(change, setting.modeId)
  else changeOption(change, setting.id, setting.value)
}
