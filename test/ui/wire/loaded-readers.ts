import type { WireSource } from '../../../src/app/wire/wire-log.ts'
import { LogLint } from '../../../src/ui/lint/log-lint.ts'
import { LateWirePanel, LintView } from '../../../src/ui/wire/late-readers.ts'
import { WirePanel } from '../../../src/ui/wire/wire-panel.ts'

const nothing = (): void => undefined
const load = (): Promise<never> => Promise.reject(new Error('it is loaded already'))

/** A wire panel that is loaded, and reads all messages for each frame. */
export function loadedWirePanel(source: WireSource): LateWirePanel {
  const panel = new WirePanel({ source, now: () => 0, readLater: nothing })
  return new LateWirePanel({ source, load, requestFrame: nothing }, panel)
}

/** Lint that is loaded, and checks all messages for each frame. */
export function loadedLint(source: WireSource): LintView {
  return new LintView({ source, load, requestFrame: nothing }, new LogLint({ source, now: () => 0 }))
}
