import { isSameJson } from '../../lib/json/same-json.ts'
import type { SessionEvent } from '../../protocol/session/session-event.ts'
import type { ConfigOption, SessionModes, UsageReport } from '../../protocol/session/session-settings.ts'
import type { Session } from '../state/session.ts'

type Settings = Extract<SessionEvent, { type: 'mode-changed' | 'config-options' | 'commands' | 'usage' }>

/** What a session reports of its settings and its costs. The same session when it is known already. */
export function withSettings(session: Session, update: Settings): Session {
  switch (update.type) {
    case 'mode-changed':
      return withMode(session, update.modeId)
    case 'config-options':
      return withConfigOptions(session, update.options)
    case 'commands':
      return isSameJson(session.commands, update.commands)
        ? session
        : { ...session, commands: update.commands }
    case 'usage':
      return withUsage(session, update.usage)
  }
}

const modeMessage = '[MODE_UPDATE] '

/** gemini tells a change of its mode by a message that says nothing else; null for any other message. */
export function modeSaid({ modes }: Session, update: Extract<SessionEvent, { type: 'said' }>): string | null {
  if (update.who !== 'agent' || modes === null || !update.text.startsWith(modeMessage)) return null
  const modeId = update.text.slice(modeMessage.length).trim()
  return modes.available.some(({ id }) => id === modeId) ? modeId : null
}

/** Agents of version 1 have their modes as a config option too, and tell a change of only one of the two. */
function withMode(session: Session, modeId: string): Session {
  const { modes, configOptions } = session
  if (modes === null || modes.current === modeId) return session
  const options = configOptions.map((option) =>
    option.type === 'select' && isModeOption(option, modes) && hasChoice(option, modeId)
      ? { ...option, value: modeId }
      : option,
  )
  return { ...session, modes: { ...modes, current: modeId }, configOptions: options }
}

function withConfigOptions(session: Session, options: readonly ConfigOption[]): Session {
  if (isSameJson(session.configOptions, options)) return session
  const { modes } = session
  const mode = modes === null ? undefined : options.find((option) => isModeOption(option, modes))
  const current = mode?.type === 'select' ? mode.value : modes?.current
  if (modes === null || current === undefined || current === modes.current)
    return { ...session, configOptions: options }
  return { ...session, configOptions: options, modes: { ...modes, current } }
}

function isModeOption(option: ConfigOption, { available }: SessionModes): boolean {
  return option.category === 'mode' && available.every(({ id }) => hasChoice(option, id))
}

function hasChoice(option: ConfigOption, value: string): boolean {
  return option.type === 'select' && option.choices.some((choice) => choice.value === value)
}

/** An update without a cost leaves the last one as it is. */
function withUsage(session: Session, { used, size, cost }: UsageReport): Session {
  const usage = { used, size, cost: cost === undefined ? (session.usage?.cost ?? null) : cost }
  return isSameJson(session.usage, usage) ? session : { ...session, usage }
}
