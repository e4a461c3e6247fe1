import { createApp } from '../app/app.ts'
import { TraceInterpreter } from '../app/exchange/trace-interpreter.ts'
import { withTime, type Clock } from '../lib/clock.ts'
import type { Watcher } from '../outputs/watcher.ts'
import { workingFolder } from '../system/user-environment.ts'
import type { TapListener } from './run-tap.ts'
import { recordOf } from './tap-recording.ts'

/** An editor waits for the end of the tap. */
const editorMs = 2000

/** Reads what passes as the recording of it would be read, and has others told of it. `say` tells the user. */
export function watchedTap(
  watcher: Watcher,
  clock: Clock,
  say: (words: string) => void,
): Omit<TapListener, 'began'> {
  const beganMs = clock.nowMs()
  const app = createApp()
  const interpreter = new TraceInterpreter()
  const watch = watcher.watch({
    state: app.state,
    clock: withTime(clock, () => clock.nowMs() - beganMs),
    folder: workingFolder(),
    observed: { isLive: () => true, isFollowing: () => true },
  })
  app.onEvent(watch.onEvent)
  let isBroken = false
  return {
    told(message) {
      if (isBroken) return
      try {
        for (const event of interpreter.read(recordOf(message))) app.dispatch(event)
      } catch (cause) {
        // The editor and its agent go on.
        isBroken = true
        say(`nobody is told any more what passes: ${String(cause)}`)
      }
    },
    async ended() {
      watcher.closing({ kind: 'done' }, editorMs)
      await watcher.end()
    },
  }
}
