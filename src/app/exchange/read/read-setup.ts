import type { SessionSetup } from '../../app-event.ts'
import type { JsonObject } from '../../../protocol/wire/message.ts'
import {
  readCommands,
  readConfigOptions,
  readSessionModes,
} from '../../../protocol/session/read-session-settings.ts'
import type { ConfigOption } from '../../../protocol/session/session-settings.ts'
import type { WireProblem } from '../../../protocol/wire/wire-problem.ts'

export interface ReadSetup {
  readonly setup: SessionSetup
  readonly problems: readonly WireProblem[]
}

/** What the answer to an opened session says about it, in the shapes of both versions. Never throws. */
export function readSetup(answer: JsonObject): ReadSetup {
  const problems: WireProblem[] = []
  const setup = {
    modes: readSessionModes(answer['modes'], 'result.modes', problems),
    configOptions: readConfigOptions(answer['configOptions'], 'result.configOptions', problems),
    commands: readCommands(answer['availableCommands'], 'result.availableCommands', problems),
  }
  return { setup, problems }
}

export interface ReadOptions {
  readonly options: readonly ConfigOption[]
  readonly problems: readonly WireProblem[]
}

/** The config options of an answer; null where it holds none. */
export function readAnsweredOptions(answer: JsonObject): ReadOptions | null {
  const value = answer['configOptions']
  if (!Array.isArray(value)) return null
  const problems: WireProblem[] = []
  return { options: readConfigOptions(value, 'result.configOptions', problems), problems }
}
