import { basename, join, resolve } from 'node:path'
import type { FoundSession, ObservedPlaces } from '../../../app/ports/observed-source.ts'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { isObject, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import { readFileEnds, type FileEnds } from '../log/file-ends.ts'
import { entriesIn, statsAt } from '../log/small-files.ts'
import { claudeHome, homeOfTranscript, runningClaudes } from './claude-home.ts'
import type { RunningClaude } from './read-registry.ts'

/** More folders, files and sessions are not looked at. */
const maxFolders = 2000
const maxFiles = 10_000
const maxSessions = 200

/** The sessions of Claude Code that have changed since then, the newest first. */
export async function findClaudeCode(places: ObservedPlaces): Promise<readonly FoundSession[]> {
  const home = claudeHome(places)
  const projects = join(home, 'projects')
  const files: { readonly path: string; readonly changedAtMs: number }[] = []
  let looked = 0
  for (const folder of await entriesIn(projects, maxFolders)) {
    if (!folder.isDirectory() && !folder.isSymbolicLink()) continue
    for (const { name } of await entriesIn(join(projects, folder.name), maxFiles)) {
      if (!isTranscriptName(name) || ++looked > maxFiles) continue
      const path = join(projects, folder.name, name)
      const stats = await statsAt(path)
      if (stats?.isFile() === true && stats.mtimeMs >= places.sinceMs)
        files.push({ path, changedAtMs: stats.mtimeMs })
    }
  }
  const running = (await runningClaudes(home)) ?? []
  const found: FoundSession[] = []
  for (const { path } of files
    .toSorted((one, other) => other.changedAtMs - one.changedAtMs)
    .slice(0, maxSessions)) {
    const ends = await readFileEnds(path)
    // Empty: it is about to be written.
    if (ends !== null && (ends.start === '' || recordsIn(ends.first).some(isOfTranscript)))
      found.push(foundSession(path, ends, running))
  }
  return found
}

/** The session of a transcript that the user named; null: it is none. */
export async function recogniseClaudeCode(path: string): Promise<FoundSession | null> {
  if (!isTranscriptName(basename(path))) return null
  const ends = await readFileEnds(path)
  if (ends === null || !recordsIn(ends.first).some(isOfTranscript)) return null
  const home = homeOfTranscript(resolve(path))
  return foundSession(resolve(path), ends, home === null ? [] : ((await runningClaudes(home)) ?? []))
}

function isTranscriptName(name: string): boolean {
  // Older versions wrote the transcripts of sub-agents beside the others.
  return name.endsWith('.jsonl') && !name.startsWith('agent-')
}

function isOfTranscript(record: JsonObject): boolean {
  return stringAt(record, 'sessionId') !== undefined && stringAt(record, 'type') !== undefined
}

function foundSession(path: string, ends: FileEnds, running: readonly RunningClaude[]): FoundSession {
  const first = recordsIn(ends.first)
  const last = recordsIn(ends.last)
  const id = basename(path, '.jsonl')
  const own = running.find(({ sessionId }) => sessionId === id)
  const label =
    lastOf(last, 'customTitle') ??
    lastOf(first, 'customTitle') ??
    own?.name ??
    lastOf(last, 'aiTitle') ??
    lastOf(first, 'aiTitle')
  return {
    kind: 'claude-code',
    id,
    path,
    pid: own?.pid ?? null,
    agent: 'Claude Code',
    folder: lastOf(last, 'cwd') ?? lastOf(first, 'cwd') ?? own?.folder ?? null,
    label: label ?? lastOf(last, 'summary') ?? lastOf(first, 'summary'),
    changedAtMs: ends.changedAtMs,
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
