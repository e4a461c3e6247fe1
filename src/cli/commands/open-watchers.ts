import { ok, type Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import { joinWatchers, type Watcher } from '../../outputs/watcher.ts'
import type { SystemHost } from '../../system/host.ts'
import type { TelemetryWish, ToldOthers } from '../arguments/flags.ts'
import type { MakeTelemetry } from './open-telemetry.ts'

/** Who else is told of the sessions of a command. */
export interface Watching extends Omit<ToldOthers, 'telemetry'> {
  readonly telemetry: MakeTelemetry | null
}

/** The telemetry that is asked for, which is loaded for that; null: nothing is sent. */
export async function telemetryOf(
  wish: TelemetryWish,
  host: Pick<SystemHost, 'process' | 'clock' | 'log'>,
): Promise<Result<MakeTelemetry | null, UsageError>> {
  if (wish.length === 0) return ok(null)
  return await (await import('./open-telemetry.ts')).openTelemetry(wish, host)
}

/** All who are told, as one watcher; null: nobody is, and nothing is loaded. `say` tells the user what is wrong with one. */
export async function openWatchers(
  { hooks, telemetry, statusFile }: Watching,
  { clock, log, writeNow }: Pick<SystemHost, 'clock' | 'log' | 'writeNow'>,
  say: (text: string) => void,
): Promise<Watcher | null> {
  const sayLast = (text: string): void => writeNow(2, `acp-plan-tui: ${safeLine(text)}\n`)
  return joinWatchers([
    hooks.length === 0
      ? null
      : await (
          await import('../../outputs/hooks/run-hooks.ts')
        ).startHooks({ hooks, clock, log, say, sayLast }),
    telemetry?.(say) ?? null,
    statusFile === null
      ? null
      : (await import('../../outputs/status-line/status-file.ts')).keepStatusLine(statusFile, { clock, say }),
  ])
}
