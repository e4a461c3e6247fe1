import { close, fstat, open } from 'node:fs'
import { promisify } from 'node:util'
import { agentOfCommand } from '../../../app/known-agents/agent-of-command.ts'
import { startedProgram } from '../../../app/known-agents/started-program.ts'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { isObject, stringAt } from '../../../protocol/wire/message.ts'
import { readingFlags } from '../../../system/regular-file.ts'
import { readAt } from '../../trace-file/trace-bytes.ts'

/** What acpx notes of a session beside its messages. Raw. */
export interface AcpxRecord {
  readonly sessionId: string | null
  readonly agent: string
  readonly folder: string | null
  readonly name: string | null
  /** The process of the agent; null once it was closed. */
  readonly pid: number | null
}

/** The record repeats the whole conversation after what is wanted here. */
const readBytes = 64 * 1024

const unknown: AcpxRecord = { sessionId: null, agent: 'agent', folder: null, name: null, pid: null }

/** Reads the record of a session as far as it is understood. Never throws. */
export async function readAcpxRecord(path: string): Promise<AcpxRecord> {
  try {
    const fd = await promisify(open)(path, readingFlags)
    try {
      if (!(await promisify(fstat)(fd)).isFile()) return unknown
      const start = await readAt(fd, 0, readBytes)
      return start.ok ? recordIn(start.value.toString('utf8')) : unknown
    } finally {
      close(fd, () => undefined)
    }
  } catch {
    return unknown
  }
}

function recordIn(text: string): AcpxRecord {
  const at = text.indexOf('"messages":')
  const value = jsonIn(at < 0 ? text : `${text.slice(0, at).trimEnd().replace(/,$/, '')}}`)
  if (!isObject(value)) return unknown
  const { agent_argv: argv, pid } = value
  const words = Array.isArray(argv) ? argv.filter((word) => typeof word === 'string') : null
  const name = stringAt(value, 'name') ?? null
  return {
    sessionId: stringAt(value, 'acp_session_id') ?? null,
    agent: agentName(words ?? stringAt(value, 'agent_command')?.split(/\s+/) ?? []),
    folder: stringAt(value, 'cwd') ?? null,
    name: name ?? stringAt(value, 'title') ?? null,
    pid: value['closed'] !== true && typeof pid === 'number' && Number.isInteger(pid) ? pid : null,
  }
}

/** The name of an agent from its command, which may hold secrets: of an unknown one only its program. */
function agentName(words: readonly string[]): string {
  const { packageName = null, program = null } = startedProgram(words) ?? {}
  return agentOfCommand(words)?.agent.name ?? packageName ?? program ?? 'agent'
}
