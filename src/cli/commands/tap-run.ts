import { endAs, runTap } from '../../tap/run-tap.ts'
import type { TapOptions } from '../../tap/tap-options.ts'
import { programVersion } from '../host/version.ts'
import { shownCommand } from '../redaction/shown-command.ts'

/** Passes on what an editor and its agent say. Returns the exit status. */
export async function tapHere(options: TapOptions): Promise<number> {
  return endAs(
    await runTap({
      options,
      program: `acp-plan-tui ${programVersion}`,
      shownCommand: async (words) => await Promise.resolve(shownCommand(words)),
    }),
  )
}
