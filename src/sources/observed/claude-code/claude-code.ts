import type { ObservedKind } from '../../../app/ports/observed-source.ts'
import { findClaudeCode, recogniseClaudeCode } from './find-claude-code.ts'
import { FollowedClaudeCode } from './follow-claude-code.ts'

/** Sessions of Claude Code, read from the transcripts, tasks and plans that it keeps for itself. */
export const claudeCode: ObservedKind = {
  name: 'claude-code',
  label: 'Claude Code',
  named: 'a transcript of Claude Code',
  isInferred: true,
  find: async (places) => await findClaudeCode(places),
  recognise: async (path) => await recogniseClaudeCode(path),
  observe: (found, sink, clock, attention = 'shown') => new FollowedClaudeCode(found, sink, clock, attention),
}
