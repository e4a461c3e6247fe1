import type { Hook } from '../../app/state/hook.ts'
import { endAs, runTap, type TapListener } from '../../tap/run-tap.ts'
import type { TapOptions } from '../../tap/tap-options.ts'
import type { Host } from '../host/host.ts'
import { programVersion } from '../host/version.ts'
import { shownCommand } from '../redaction/shown-command.ts'
import { openHooks } from './open-hooks.ts'

/** What the command line of a tap asks for. */
export interface TapRequest {
  readonly options: TapOptions
  readonly hooks: readonly Hook[]
}

/** Passes on what an editor and its agent say. Returns the exit status. */
export async function tapHere({ options, hooks }: TapRequest, host: Host): Promise<number> {
  const listener = await hookListener(hooks, host)
  return endAs(
    await runTap({
      options,
      program: `acp-plan-tui ${programVersion}`,
      shownCommand: async (words) => await Promise.resolve(shownCommand(words)),
      ...(listener === null ? {} : { listener }),
    }),
  )
}

/** An editor waits for the end of the tap. */
const editorMs = 2000

async function hookListener(hooks: readonly Hook[], host: Host): Promise<TapListener | null> {
  let say: (words: string) => void = () => undefined
  const opened = await openHooks(hooks, host, (text) => say(text))
  if (opened === null) return null
  const { tapHooks } = await import('../../tap/tap-hooks.ts')
  const { told, stop } = tapHooks(opened, host.clock)
  return {
    told,
    began: (given) => (say = given),
    async ended() {
      stop()
      await opened.end({ kind: 'done' }, editorMs)
    },
  }
}
