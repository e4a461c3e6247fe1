import { basename, dirname, join } from 'node:path'
import type { ObservedPlaces } from '../../../app/ports/observed-source.ts'

/** Where Claude Code keeps its files. */
export function claudeHome({ claudeHome: given, env, homeFolder }: ObservedPlaces): string {
  const own = env['CLAUDE_CONFIG_DIR']
  return given ?? (own === undefined || own === '' ? join(homeFolder, '.claude') : own)
}

/** The home that a transcript lies in; null: it lies elsewhere, such as a copy. */
export function homeOfTranscript(path: string): string | null {
  const projects = dirname(dirname(path))
  return basename(projects) === 'projects' ? dirname(projects) : null
}
