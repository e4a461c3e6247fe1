import { safeLine } from '../../lib/text/safe-text.ts'
import type { Hook } from '../../app/state/hook.ts'
import type { RunningHooks } from '../../outputs/hooks/run-hooks.ts'
import type { RunEnd } from '../../outputs/run-end-words.ts'
import type { SystemHost } from '../../system/host.ts'

/** The hooks of a command, which waits for their end. */
export interface OpenHooks extends Pick<RunningHooks, 'watch' | 'killNow'> {
  /** After the last event: settles when the programs have ended. They are not waited for longer, nor after an interrupt. */
  end(end: RunEnd, withinMs?: number): Promise<void>
}

/** They are waited for so long at the end, and so long without a word. */
const [endMs, patienceMs] = [10_000, 1000]

/** What runs the user's programs; null: there are none, and nothing is loaded. `say` tells what is wrong with one. */
export async function openHooks(
  hooks: readonly Hook[],
  { clock, log, writeNow }: Pick<SystemHost, 'clock' | 'log' | 'writeNow'>,
  say: (text: string) => void,
): Promise<OpenHooks | null> {
  if (hooks.length === 0) return null
  const { startHooks } = await import('../../outputs/hooks/run-hooks.ts')
  let isOver = false
  const sayLast = (text: string): void => writeNow(2, `acp-plan-tui: ${safeLine(text)}\n`)
  const { watch, close, killNow } = await startHooks({
    hooks,
    clock,
    log,
    say: (text) => (isOver ? sayLast : say)(text),
  })
  return {
    watch,
    killNow,
    async end({ kind }, withinMs = endMs) {
      isOver = true
      const cancelTimer = clock.after(patienceMs, () =>
        sayLast('waiting for hooks to end; Ctrl-C ends them at once'),
      )
      await close(kind === 'interrupted' ? 0 : withinMs)
      cancelTimer()
    },
  }
}
