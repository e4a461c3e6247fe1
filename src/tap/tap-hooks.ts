import { createApp } from '../app/app.ts'
import { TraceInterpreter } from '../app/exchange/trace-interpreter.ts'
import type { Clock } from '../lib/clock.ts'
import type { RunningHooks } from '../outputs/hooks/run-hooks.ts'
import { workingFolder } from '../system/user-environment.ts'
import type { TapMessage } from './tap-log.ts'
import { recordOf } from './tap-recording.ts'

/** Reads what passes, and runs the user's programs on it. The result takes each message; nothing is told after `stop`. */
export function tapHooks(
  hooks: Pick<RunningHooks, 'watch'>,
  clock: Clock,
): { readonly told: (message: TapMessage) => void; stop(): void } {
  const app = createApp()
  const interpreter = new TraceInterpreter()
  const watch = hooks.watch({
    state: app.state,
    clock,
    folder: workingFolder(),
    observed: { isLive: () => true, isFollowing: () => true },
  })
  app.onEvent(watch.onEvent)
  return {
    told(message) {
      for (const event of interpreter.read(recordOf(message))) app.dispatch(event)
    },
    stop: () => watch.stop(),
  }
}
