import { claude } from './claude.ts'
import { cline } from './cline.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { cursor } from './cursor.ts'
import { gemini } from './gemini.ts'
import { grok } from './grok.ts'
import { kimi } from './kimi.ts'
import type { KnownAgent } from './known-agent.ts'
import { mistralVibe } from './mistral-vibe.ts'
import { ohMyPi } from './oh-my-pi.ts'
import { opencode } from './opencode.ts'
import { qwen } from './qwen.ts'
import { vtcode } from './vtcode.ts'
import { wave } from './wave.ts'
import { zedClaude } from './zed-claude.ts'
import { zedCodex } from './zed-codex.ts'

/** All known agents; of two with the same program the first one counts. */
export const knownAgents: readonly KnownAgent[] = [
  claude,
  codex,
  gemini,
  opencode,
  qwen,
  kimi,
  cursor,
  grok,
  zedClaude,
  zedCodex,
  copilot,
  ohMyPi,
  mistralVibe,
  vtcode,
  cline,
  wave,
]

export function knownAgent(id: string | null): KnownAgent | null {
  return knownAgents.find((agent) => agent.id === id) ?? null
}

/** The agent named in an answer to `initialize`; null if it is unknown. Never matches a part of a name. */
export function agentNamed(name: string, title: string | null): KnownAgent | null {
  const known = name.trim().toLowerCase()
  const called = title?.trim().toLowerCase()
  return (
    knownAgents.find(({ infoNames }) => infoNames.some((each) => each.toLowerCase() === known)) ??
    knownAgents.find(({ infoTitles }) => infoTitles.some((each) => each.toLowerCase() === called)) ??
    null
  )
}
