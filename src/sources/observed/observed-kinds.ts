import type { ObservedKind } from '../../app/ports/observed-source.ts'
import { acpxSessions } from './acpx.ts'
import { claudeCode } from './claude-code/claude-code.ts'
import { codex } from './codex/codex.ts'
import { copilot } from './copilot.ts'
import { grok } from './grok.ts'
import { hydra } from './hydra.ts'
import { taps } from './taps.ts'
import { traceFiles } from './trace-files.ts'

/** What can be observed. A path is recognised by the first kind that knows it, so those with the most exact form stand first. */
export const observedKinds: readonly ObservedKind[] = [
  taps,
  acpxSessions,
  claudeCode,
  codex,
  copilot,
  grok,
  hydra,
  traceFiles,
]
