import { programVersion } from './host/version.ts'
import { runTap, endAs } from '../tap/run-tap.ts'
import { readTapOptions } from '../tap/tap.ts'

/**
 * The entry of `acp-plan-tui tap`, a bundle of its own, so that an agent behind it starts at once. False: the command line needs the parser of the
 * whole program, for help or to explain a mistake.
 */
export async function tap(argv: readonly string[]): Promise<boolean> {
  const options = readTapOptions(argv)
  if (options === null) return false
  const status = endAs(
    await runTap({
      options,
      program: `acp-plan-tui ${programVersion}`,
      shownCommand: async (words) => (await import('./redaction/shown-command.ts')).shownCommand(words),
    }),
  )
  process.exit(status)
}
