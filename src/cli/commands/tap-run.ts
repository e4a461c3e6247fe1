import { ok, type Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import { endAs, runTap, type TapListener } from '../../tap/run-tap.ts'
import type { TapOptions } from '../../tap/tap.ts'
import type { ToldOthers } from '../arguments/flags.ts'
import type { Host } from '../host/host.ts'
import { programVersion } from '../host/version.ts'
import { shownCommand } from '../redaction/shown-command.ts'
import { openWatchers, telemetryOf, type Watching } from './open-watchers.ts'

export interface TapRequest extends ToldOthers {
  readonly options: TapOptions
}

/** Passes on what an editor and its agent say. Returns the exit status. */
export async function tapHere(
  { options, ...others }: TapRequest,
  host: Host,
): Promise<Result<number, UsageError>> {
  const telemetry = await telemetryOf(others.telemetry, host)
  if (!telemetry.ok) return telemetry
  const listener = await listenerFor({ ...others, telemetry: telemetry.value }, host)
  const end = await runTap({
    options,
    program: `acp-plan-tui ${programVersion}`,
    shownCommand: async (words) => await Promise.resolve(shownCommand(words)),
    ...(listener === null ? {} : { listener }),
  })
  return ok(endAs(end))
}

async function listenerFor(watching: Watching, host: Host): Promise<TapListener | null> {
  let say: (words: string) => void = () => undefined
  const tell = (words: string): void => say(words)
  const watcher = await openWatchers(watching, host, tell)
  if (watcher === null) return null
  const { watchedTap } = await import('../../tap/watched-tap.ts')
  return { ...watchedTap(watcher, host.clock, tell), began: (given) => void (say = given) }
}
