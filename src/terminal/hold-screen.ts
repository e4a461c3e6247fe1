import type { RunningUi } from '../ui/start-ui.ts'
import type { TerminalGuard } from './terminal-guard.ts'

/** The screen is loaded and stands where the first frame stood: from now on it is what comes back after a stop. */
export function holdScreen(
  guard: TerminalGuard,
  ui: RunningUi,
  { alternateScreen }: { readonly alternateScreen: boolean },
): void {
  guard.take({ kind: alternateScreen ? 'alternate' : 'normal', again: () => ui.again() })
}
