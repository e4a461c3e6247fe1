import type { ObservedKind, FoundSession, ObservedFolders } from '../../../app/ports/observed-source.ts'
import { followClaudeCode } from './follow-claude-code.ts'
import { basename, join, resolve } from 'node:path'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { isObject, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import { homeOf, readFileEnds, newest, UnchangedFiles, watchedFolder } from '../log/log-files.ts'
import { homeOfTranscript, type RunningClaude, runningClaudes } from './claude-home.ts'

/** Sessions of Claude Code, read from the transcripts, tasks and plans that it keeps for itself. */
export const claudeCode: ObservedKind = {
  name: 'claude-code',
  label: 'Claude Code',
  named: 'a transcript of Claude Code',
  isInferred: true,
  find: async (places) => await findClaudeCode(places),
  recognise: async (path) => await recogniseClaudeCode(path),
  observe: followClaudeCode,
}

/** More folders and files are not looked at. */
const maxFolders = 2000
const maxFiles = 10_000

/** The sessions of Claude Code that have changed since then, the newest first. */
async function findClaudeCode(places: ObservedFolders): Promise<readonly FoundSession[]> {
  const home = homeOf(places, 'CLAUDE_CONFIG_DIR', '.claude')
  const projects = join(home, 'projects')
  const files: string[] = []
  let looked = 0
  for (const folder of (await watchedFolder(projects, maxFolders).entries()) ?? []) {
    if (!folder.isDirectory() && !folder.isSymbolicLink()) continue
    for (const { name } of (await watchedFolder(join(projects, folder.name), maxFiles).entries()) ?? []) {
      if (!isTranscriptName(name) || ++looked > maxFiles) continue
      files.push(join(projects, folder.name, name))
    }
  }
  const running = (await runningClaudes(home)) ?? []
  const found: FoundSession[] = []
  for (const { path, stats } of newest(files, places)) {
    const said = await transcripts.read(path, stats, async () => await transcriptAt(path))
    if (said !== null) found.push(foundSession(path, said, running))
  }
  return found
}

/** The session of a transcript that the user named; null: it is none. */
export async function recogniseClaudeCode(path: string): Promise<FoundSession | null> {
  if (!isTranscriptName(basename(path))) return null
  const said = await transcriptAt(path)
  if (said === null || said.isEmpty) return null
  const home = homeOfTranscript(resolve(path))
  return foundSession(resolve(path), said, home === null ? [] : ((await runningClaudes(home)) ?? []))
}

function isTranscriptName(name: string): boolean {
  // Older versions wrote the transcripts of sub-agents beside the others.
  return name.endsWith('.jsonl') && !name.startsWith('agent-')
}

function isOfTranscript(record: JsonObject): boolean {
  return stringAt(record, 'sessionId') !== undefined && stringAt(record, 'type') !== undefined
}

/** What a transcript says of its session. Raw. */
interface Transcript {
  /** It is about to be written. */
  readonly isEmpty: boolean
  /** The name that the user gave it. */
  readonly customTitle: string | null
  readonly aiTitle: string | null
  readonly summary: string | null
  readonly folder: string | null
  readonly changedAtMs: number
}

const transcripts = new UnchangedFiles<Transcript | null>()

/** null: it is no transcript. */
async function transcriptAt(path: string): Promise<Transcript | null> {
  const ends = await readFileEnds(path)
  if (ends === null) return null
  const isEmpty = ends.start === ''
  const first = recordsIn(ends.first)
  if (!isEmpty && !first.some(isOfTranscript)) return null
  const last = recordsIn(ends.last)
  const said = (key: string): string | null => lastOf(last, key) ?? lastOf(first, key)
  const { changedAtMs } = ends
  return {
    isEmpty,
    customTitle: said('customTitle'),
    aiTitle: said('aiTitle'),
    summary: said('summary'),
    folder: said('cwd'),
    changedAtMs,
  }
}

function foundSession(path: string, said: Transcript, running: readonly RunningClaude[]): FoundSession {
  const id = basename(path, '.jsonl')
  const own = running.find(({ sessionId }) => sessionId === id)
  return {
    kind: 'claude-code',
    id,
    path,
    pid: own?.pid ?? null,
    agent: 'Claude Code',
    folder: said.folder ?? own?.folder ?? null,
    label: said.customTitle ?? own?.name ?? said.aiTitle ?? said.summary,
    changedAtMs: said.changedAtMs,
  }
}

function recordsIn(lines: readonly string[]): readonly JsonObject[] {
  return lines.map((line) => jsonIn(line)).filter(isObject)
}

const maxText = 1000

function lastOf(records: readonly JsonObject[], key: string): string | null {
  const record = records.findLast((each) => stringAt(each, key) !== undefined)
  return record === undefined ? null : (stringAt(record, key)?.slice(0, maxText) ?? null)
}
