import { Buffer } from 'node:buffer'
import { readSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { isatty } from 'node:tty'
import type { Clock } from '../lib/clock.ts'
import { jsonIn } from '../lib/json/read-json.ts'
import { statusLine, type StatusForm } from '../outputs/status-line/status-line.ts'
import { isObject, stringAt } from '../protocol/wire/message.ts'
import { claudeCode, recogniseClaudeCode } from '../sources/observed/claude-code/claude-code.ts'
import { factsAt } from './status-facts.ts'
import { wallClock } from './session-survey.ts'

/** More than Claude Code says. */
const longestInput = 256 * 1024
/** What takes longer is not told: Claude Code waits. */
const patienceMs = 2000

/** The line about the session that Claude Code names in JSON; '': nothing to tell. Never rejects. */
export async function claudeLine(input: string, hostClock: Clock, form: StatusForm): Promise<string> {
  try {
    const told = jsonIn(input)
    const path = isObject(told) ? stringAt(told, 'transcript_path') : undefined
    if (path === undefined || !isAbsolute(path)) return ''
    const found = await recogniseClaudeCode(path)
    if (found === null) return ''
    const facts = await factsAt(claudeCode, found, { clock: wallClock(hostClock), patienceMs })
    return facts === null ? '' : statusLine(facts, form)
  } catch {
    // An error in it would stand in the line of Claude Code.
    return ''
  }
}

/** What Claude Code writes to the stdin of its status line; '' where somebody else is there. A stream would take several milliseconds to load. */
export function readInput(): string {
  if (isatty(0)) return ''
  const bytes = Buffer.alloc(longestInput)
  let size = 0
  try {
    for (let read = -1; read !== 0 && size < longestInput; size += read)
      read = readSync(0, bytes, size, longestInput - size, null)
  } catch {
    return ''
  }
  return bytes.toString('utf8', 0, size)
}
